// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

/**
 * A text that makes analyzers differ: words that they remove or stem, words of many lengths, and
 * all of ASCII. Indexes store a hash of its tokens, so the text must never change. All its
 * characters are old enough to be treated alike by every JDK and Lucene.
 */
final class ProbeText {
  /** Function words and inflected words of the languages of Lucene's analyzers. */
  private static final String[] LANGUAGES = {
    "the a an and or not of in on at to for with by from as is are was were be been this that these"
        + " those it its he she they we you i me my his her their our your who what which when where"
        + " why how if then than so but no yes do does did has have had will would can could should"
        + " may might must all any some each few more most other such only own same too very into"
        + " over under again here there after before about between through during both because until"
        + " while houses running ponies relational happily generalizations university's dogs'",
    "der die das den dem des ein eine einer eines und oder nicht mit von zu im am auf für ist sind war"
        + " ich du er sie es wir ihr daß dass wenn aber als wie auch nur noch schon über häuser straße"
        + " gegangen schönsten möglichkeiten",
    "le la les un une des et ou ne pas de du au aux dans sur pour par avec que qui dont où est sont"
        + " était je tu il elle nous vous ils l'avion d'eau qu'il c'est j'ai été même chevaux majestés"
        + " continuellement",
    "el la los las un una unos y o no de del al en por para con que quien como es son era yo tú él"
        + " nosotros ustedes está más también sobre entre cuando niños corriendo habitaciones",
    "o a os as um uma e ou não de do da dos das no na em por para com que quem como é são era eu tu"
        + " ele nós vocês está mais também sobre quando meninos correndo corações",
    "il lo la i gli le un uno una e o non di del della in nel su per con che chi come è sono era io"
        + " tu lui noi voi dell'acqua c'è più anche quando bambini correndo abbandonata",
    "de het een en of niet van in op te voor met door is zijn was ik jij hij zij wij dat die dit deze"
        + " maar ook nog wel naar huizen lichamelijkheden",
    "och att det som en ett på är av för med till den inte har de om men jag du han hon vi ni från"
        + " eller hästarna flickornas",
    "og i det er til en et på for med av den ikke som har de om men jeg du han hun vi dere fra eller"
        + " ikkje eg dei jentenes havnedistrikt",
    "og i at det en den til er som på de med han af for ikke der var mig sig men et har om vi min"
        + " havde hun nu over da fra du ud undersøgelserne",
    "ja on ei se että hän olla mutta tai kun kuin niin minä sinä me te he tämä joka mikä sekä vaan"
        + " taloissa juoksevat",
    "a az és hogy nem is egy ez meg de csak ki mint van volt már még vagy ha én te ő mi ti ők házakban"
        + " legszebb",
    "i w nie na z do to że się jest o po ale jak za od co tak by być oraz dla czy już tylko domami",
    "a v se na je že s z do o i to jako za by ale jsem jsme jsou byl nebo také podle když domech",
    "și în nu la cu de pe un o este sunt era să care ce din mai dar sau către şi pentru casele",
    "и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее мне было вот"
        + " от меня еще нет о из ему теперь когда даже ну ли если уже или ни быть домами бегущий ёлка",
    "і в у не що він на я з та як а то все вона так його але ви за по мені було від ще ні до їй коли"
        + " навіть чи якщо вже або бути",
    "и в не на да се е за от с по че са си като това който но или ще при към беше къщите",
    "и у на је да се не са за од као што који али или би ће су i u je da se ne sa za od što koji ali"
        + " ili bi će su",
    "ο η το οι τα του της των τον την και να δεν που με σε για από θα είναι ήταν αλλά αν όταν σπίτια"
        + " ΣΠΊΤΙ",
    "ve bir bu da de için ile o ne gibi daha çok ama ben sen biz siz onlar değil mi evlerinden",
    "i la el els les un una de que en per amb no es com més però si o l'home d'aigua cases",
    "eta da ez bat du dira zen ere baina edo hau hori nik zuk etxeak",
    "o a os as un unha e non de do da en por para con que é son eu ti máis casas",
    "agus an na ar i is ní go le do de a tá bhí sé sí mé tú b'fhearr d'intinn n-athair tithe",
    "un ir ka no uz ar par bet kas es tu viņš viņa nav arī vai mājas",
    "ir kad į iš su ne bet kaip tai yra buvo aš tu jis ji mes namai",
    "ja on ei ta et see kui ka mis aga oma ma sa me te maja",
    "dan yang di ke dari ini itu untuk dengan tidak adalah pada saya kamu dia berlarian",
    "և է որ ի մի չի են այս այն համար հետ բայց ես դու նա",
    "في من على إلى عن أن هذا هذه التي الذي كان لا ما هو هي و الكتاب والمدرسة",
    "و در به از که این آن را با است برای تا بود ها کتاب‌ها",
    "و لە بۆ بە کە ئەم ئەو لەگەڵ من تۆ پیاوەکان",
    "और का के की है में से को पर यह वह नहीं हैं था कि लड़कियां",
    "এবং ও এই সে তার না কি আমি তুমি থেকে করে বইগুলো",
    "र को मा छ यो त्यो लाई बाट पनि छैन केटाहरू",
    "மற்றும் ஒரு இது அது என்று இந்த இருந்து நான் வீடுகள்",
    "మరియు ఒక ఈ ఆ లో కు నుండి నేను కాదు పుస్తకాలు",
    "และ ที่ ใน เป็น ของ ไม่ มี การ ได้ ให้ ภาษาไทยไม่เว้นวรรค",
    "và của là không trong có cho với được một những người",
    "东京都是日本的首都 東京都は日本の首都です カタカナ ｶﾀｶﾅ ＡＢＣ１２３ 한국어는 어렵습니다",
  };

  private static final String REST =
      " 0 1 12 123 1234 12345 007 3.14 1,000,000 1.2.3 2nd 50% $9.99 2024-02-29 12:34:56 +49-30-123456"
          + " x1 1x h2o mp3 C++ C# .NET AT&T O'Neill O\u2019Neill isn't rock'n'roll U.S.A. i.e. e-mail"
          + " Wi-Fi WiFi PowerShot snake_case camelCase SHOUTING mixedCASE a@b.example"
          + " www.example.org https://example.org/a?b=c&d=%20#e ftp://x/y #tag @name <b>bold</b> &amp;"
          + " &#233; na\u00efve nai\u0308ve \ufb01ne \u00e6on \u0153uvre \u00bd \u00b2 \u2460 \u2126 \u00c5"
          + " I\u0307stanbul \u0130stanbul \u0131 \u1e9e \u03a3\u03c2 soft\u00adhyphen zero\u200bwidth"
          + " no\u00a0break line\u2028end \ufeff \u2013 \u2014 \u2026 \u201equoted\u201c \u00ab"
          + "\u00bb \ud83d\ude00 \u2764\ufe0f \ud83d\udc4d\ud83c\udffd \ud83c\uddeb\ud83c\uddf7"
          + " \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 a a the the the b b";

  /** Word lengths, beyond 64, around common limits of analyzers. */
  private static final int[] LENGTHS = {
    99, 100, 101, 127, 128, 129, 199, 200, 201, 254, 255, 256, 257, 300, 400, 500, 511, 512, 513,
    999, 1000, 1001, 1023, 1024, 1025, 5000
  };

  private ProbeText() {}

  static String get() {
    StringBuilder text = new StringBuilder();
    for (String language : LANGUAGES) {
      text.append(language).append(". ");
    }
    text.append(REST);
    for (char c = 0; c < 128; c++) {
      text.append(' ').append(c).append(" a").append(c).append("b 1").append(c).append('2');
    }
    for (int length = 1; length <= 64; length++) {
      appendWord(text, length);
    }
    for (int length : LENGTHS) {
      appendWord(text, length);
    }
    return text.toString();
  }

  /** Appends varying letters, so that cut words differ. */
  private static void appendWord(StringBuilder text, int length) {
    text.append(' ');
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + i * 7 % 26));
    }
  }
}
