// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static org.junit.Assert.assertEquals;

import java.util.List;
import org.junit.Test;

/** What browsers do not show is no text: each of these pages says "seen" and no more. */
public class TestRendering {
  private static void assertSeen(String... pages) throws BadInputException {
    for (String page : pages) {
      assertEquals(page, "seen", HtmlText.parse(page, "", InputRules.DEFAULT, false).text());
    }
  }

  @Test
  public void testElements() throws BadInputException {
    for (String name :
        List.of(
            "script",
            "style",
            "template",
            "noscript",
            "noembed",
            "noframes",
            "datalist",
            "title",
            "rp",
            "iframe",
            "audio",
            "video",
            "canvas",
            "progress",
            "meter")) {
      assertSeen(
          "<p>seen</p><" + name + ">no</" + name + ">", "<" + name + ">no</" + name + ">seen");
    }
    assertSeen("<template><p>no<div><b>no</b></div></template>seen");
    assertSeen("<ruby>seen<rp>(</rp></ruby>");
  }

  @Test
  public void testAttributes() throws BadInputException {
    assertSeen(
        "<div hidden>no<p>no</div>seen",
        "<div hidden=''>no</div>seen",
        "<div HIDDEN=hidden>no</div>seen",
        "<p>seen<p hidden=no>no",
        "<dialog>no</dialog>seen",
        "<dialog popover>no</dialog>seen",
        "<div popover>no</div>seen",
        "<div popover=manual>no</div>seen");
    assertSeen(
        "<dialog open>seen</dialog>",
        "<details><summary>seen</details>",
        "<details>seen</details>",
        "<div hidden=until-found>seen</div>",
        "<div aria-hidden=true>seen</div>",
        "<div><template shadowrootmode=open>seen</template></div>");
    assertSeen("<dialog open hidden>no</dialog>seen", "<p hidden>no</p><hidden>seen</hidden>");
  }

  @Test
  public void testFormulasAndDrawings() throws BadInputException {
    assertSeen(
        "<math><semantics><mtext>seen</mtext><annotation encoding=x>no</annotation></semantics></math>",
        "<math><semantics><mtext>seen</mtext><annotation-xml encoding='text/html'>no<b>no</b></annotation-xml></math>",
        "<math><semantics><mtext>seen</mtext><mtext>no</mtext></semantics></math>",
        "<math><maction><mtext>seen</mtext><mtext>no</mtext></maction></math>",
        "<math><mphantom><mi>no</mi></mphantom><mi>seen</mi></math>",
        "<svg><title>no</title><desc>no</desc><text>seen</text></svg>",
        "<svg><symbol><text>no</text></symbol><defs>no</defs><metadata>no</metadata></svg>seen",
        "<svg><linearGradient><title>no</title></linearGradient><style>no</style></svg>seen");
    assertSeen("<desc>seen</desc>", "<annotation>seen</annotation>", "<svg:title>seen</svg:title>");
  }

  @Test
  public void testTheMainTextHasNoneOfIt() throws BadInputException {
    String words = "some words of a text that is long enough to be the main text of a page here";
    String page =
        "<p>" + words + "</p><div hidden>" + words + "</div><dialog>" + words + "</dialog>";
    HtmlText read = HtmlText.parse(page, "", InputRules.DEFAULT, true);
    assertEquals(words, read.text());
    assertEquals(words, read.mainText());
  }
}
