// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;
import static org.openqa.selenium.support.ui.ExpectedConditions.presenceOfElementLocated;
import static org.openqa.selenium.support.ui.ExpectedConditions.textToBe;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.logging.Level;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.ExpectedCondition;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * The pages in a real browser, headless Chromium, which runs no scripts of pages but where a test
 * lets it. Skipped where chromium or chromedriver is not on the path.
 */
public class TestBrowser {
  private static final String FIRE =
      "A fire broke out at the old wharf on Monday night and destroyed two sheds before dawn, the"
          + " harbour office said; nobody was hurt, and the ferries left on time";

  private static final String FEES =
      "Who lands here from the first of the month on pays for each day, for each night and for each"
          + " boat that is longer than ten steps, at the office of the harbour; the fee is ";

  @ClassRule public static final TemporaryFolder FOLDER = new TemporaryFolder();
  private static Served served;
  private static ChromeDriver browser;

  @BeforeClass
  public static void start() throws IOException {
    Optional<Path> chromium = onPath("chromium");
    Optional<Path> driver = onPath("chromedriver");
    assumeTrue(
        "chromium and chromedriver are installed", chromium.isPresent() && driver.isPresent());
    served =
        new Served(
            FOLDER.getRoot().toPath(),
            FOLDER.getRoot().toPath().resolve("verdicts.jsonl"),
            Served.document("id", "a1", "title", "Fire at the wharf", "text", FIRE),
            Served.document(
                "id",
                "a2",
                "title",
                "<script>document.title='taken'</script>",
                "text",
                FIRE.replace("on time", "late")),
            Served.document("id", "n1", "title", "Fees", "text", FEES + "9", "date", "2024-01-01"),
            Served.document("id", "n2", "title", "Fees", "text", FEES + "7", "date", "2025-02-01"),
            Served.document(
                "id",
                "x".repeat(900),
                "title",
                "y".repeat(900),
                "text",
                "wharf " + "z".repeat(900) + " <img src=x onerror=\"document.title='taken'\">"));
    browser = browser(chromium.get(), driver.get());
    scripts(false);
  }

  @After
  public void runNoScripts() {
    scripts(false);
  }

  private static void scripts(boolean run) {
    browser.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", !run));
  }

  private static Optional<Path> onPath(String program) {
    return Pattern.compile(Pattern.quote(File.pathSeparator))
        .splitAsStream(System.getenv("PATH"))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static ChromeDriver browser(Path chromium, Path driver) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.toFile());
    options.addArguments(
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-lcd-text");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    return new ChromeDriver(
        new ChromeDriverService.Builder().usingDriverExecutable(driver.toFile()).build(), options);
  }

  @AfterClass
  public static void stop() throws IOException {
    if (browser != null) {
      // Chromium tells here what the policy refused.
      List<String> told =
          browser.manage().logs().get(LogType.BROWSER).getAll().stream()
              .map(Object::toString)
              .filter(message -> !message.contains("responded with a status of 4"))
              .toList();
      browser.quit();
      served.close();
      assertEquals(List.of(), told);
    }
  }

  private static void open(String path, int width, String scheme) {
    emulate(width, 900, scheme);
    browser.get(served.uri(path).toString());
  }

  private static void emulate(int width, int height, String scheme) {
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  private static WebElement find(String selector) {
    return browser.findElement(By.cssSelector(selector));
  }

  /**
   * What keys and clicks do may show a moment later, and a key in a page just loaded may be lost.
   */
  private static <T> T await(ExpectedCondition<T> condition) {
    return new WebDriverWait(browser, Duration.ofSeconds(30), Duration.ofMillis(250))
        .until(condition);
  }

  private static Object run(String script) {
    return browser.executeScript(script);
  }

  @Test
  public void testSearchesAndOpensVersionsByKeyboard() {
    open("/", 1280, "light");
    find("#q").sendKeys("fire wharf", Keys.ENTER);
    await(page -> page.getCurrentUrl().endsWith("/?q=fire+wharf"));
    assertEquals("Fire at the wharf", find(".hit h2").getText());
    assertTrue(browser.findElements(By.cssSelector(".version")).isEmpty());
    find("p.versions a").sendKeys(Keys.ENTER);
    WebElement differing = await(presenceOfElementLocated(By.cssSelector("details.versions ins")));
    assertTrue(differing.isDisplayed());
    assertEquals("late", differing.getText());
    assertNotEquals("taken", browser.getTitle());
  }

  @Test
  public void testTheFirstKeyLeadsPastTheNavigation() {
    open("/?q=wharf", 1280, "light");
    WebElement focused =
        await(
            page -> {
              WebElement active = page.switchTo().activeElement();
              if (!active.getTagName().equals("body")) {
                return active;
              }
              new Actions(page).sendKeys(Keys.TAB).perform();
              return null;
            });
    assertEquals("Skip to the content", focused.getText());
    assertTrue(focused.isDisplayed());
    focused.sendKeys(Keys.ENTER);
    await(page -> page.getCurrentUrl().endsWith("#main"));
  }

  @Test
  public void testPastedTextsAreCompared() {
    open("/similar", 1280, "light");
    find("textarea").sendKeys(FIRE);
    find(".paste button").click();
    assertEquals(
        "Fire at the wharf", await(presenceOfElementLocated(By.cssSelector(".hit h2"))).getText());
  }

  /** Chromium says that the form comes from here. */
  @Test
  public void testAVerdictIsTaken() throws IOException {
    open("/compare?a=n1&b=n2", 400, "dark");
    find(".judge button[value=different]").click();
    await(textToBe(By.cssSelector(".judge p"), "Your verdict: Not the same"));
    assertTrue(browser.getCurrentUrl().endsWith("/compare?a=n1&b=n2"));
    assertEquals(
        "{\"a\":\"n1\",\"b\":\"n2\",\"verdict\":\"different\"}\n",
        Files.readString(FOLDER.getRoot().toPath().resolve("verdicts.jsonl")));
  }

  /** As images they show what the pages show, in both forms, point by point. */
  @Test
  public void testPicturesOfTheDocumentsShowPages() throws IOException {
    File folder = FOLDER.newFolder();
    try (Served pictured = Pictures.serve(folder.toPath())) {
      for (Pictures.Picture picture : Pictures.ALL) {
        String image = "<body style='margin: 0'><img src='" + picture.file().toUri() + "'>";
        Path page = Files.writeString(folder.toPath().resolve(picture.name() + ".html"), image);
        for (String scheme : List.of("light", "dark")) {
          emulate(Pictures.WIDTH, 2000, scheme); // without scroll bars
          browser.get(pictured.uri(picture.path()).toString());
          int[] expected = points(picture.height());
          browser.get(page.toUri().toString());
          int[] shown = points(picture.height());
          long inked = count(expected.length, i -> expected[i] != expected[0]);
          long differing = count(expected.length, i -> expected[i] != shown[i]);
          String told = differing + " of " + inked + " in " + picture.name() + ", " + scheme;
          assertTrue(told, inked > 1000 && differing < inked / 100);
        }
      }
    }
  }

  /** The colours of the upper part of the window. */
  private static int[] points(int height) throws IOException {
    BufferedImage image =
        ImageIO.read(new ByteArrayInputStream(browser.getScreenshotAs(OutputType.BYTES)));
    int width = image.getWidth();
    return image.getRGB(0, 0, width, height, null, 0, width);
  }

  private static long count(int length, IntPredicate is) {
    return IntStream.range(0, length).filter(is).count();
  }

  /**
   * Whatever is in the index, at the width of a phone and of a desk, and with letters twice as
   * large.
   */
  @Test
  public void testNothingIsCutOff() {
    for (int width : new int[] {320, 400, 1280}) {
      assertNothingIsCutOff(width, 100);
    }
    assertNothingIsCutOff(390, 200);
  }

  private static void assertNothingIsCutOff(int width, int percent) {
    String longId = "x".repeat(900);
    for (String path :
        List.of(
            "/overview",
            "/?q=wharf&mode=all&sort=title&narrow=yes",
            "/?q=wharf",
            "/?q=" + "w".repeat(500),
            "/groups",
            "/document?id=a1",
            "/document?id=" + longId,
            "/compare?a=a1&b=" + longId,
            "/compare?a=a1&b=a2&view=whole",
            "/similar?id=a1&min=0.05",
            "/document?id=" + "q".repeat(500))) {
      open(path, width, "light");
      run("document.documentElement.style.fontSize = '" + percent + "%'");
      run("document.querySelectorAll('details').forEach(d => d.open = true)");
      long wide = ((Number) run("return document.documentElement.scrollWidth")).longValue();
      assertTrue(path + " at " + width + " is " + wide + " wide", wide <= width);
    }
  }

  /** The numbers are there at once, the rest is loaded by a script. */
  @Test
  public void testWhatTakesTimeIsLoadedLater() throws IOException {
    scripts(true);
    try (Served fresh =
        new Served(
            FOLDER.newFolder().toPath(),
            Served.document("id", "n1", "title", "Fees", "text", FEES + "9"),
            Served.document("id", "n2", "title", "Fees", "text", FEES + "7"))) {
      emulate(1280, 900, "light");
      browser.get(fresh.uri("/").toString());
      await(presenceOfElementLocated(By.cssSelector(".risks li")));
      assertEquals(1, browser.findElements(By.cssSelector(".numbers")).size());
      assertTrue(find("output").getText().startsWith("At .8, "));
      press(find("#threshold"), Keys.END, () -> find("output").getText().startsWith("At .95, "));
    }
  }

  @Test
  public void testASlashLeadsToTheSearchField() {
    scripts(true);
    open("/document?id=a1", 1280, "light");
    press(
        find("body"),
        "/",
        () -> "q".equals(browser.switchTo().activeElement().getDomAttribute("id")));
    WebElement box = find("#q");
    press(box, "/", () -> box.getDomProperty("value").contains("/"));
  }

  @Test
  public void testThereAreALightAndADarkForm() {
    String script = "return getComputedStyle(document.body).backgroundColor";
    open("/?q=wharf", 400, "light");
    Object light = run(script);
    open("/?q=wharf", 400, "dark");
    assertNotEquals(light, run(script));
  }

  @Test
  public void testTheSliderTellsOfThresholds() {
    scripts(true);
    open("/overview", 1280, "light");
    String before = find("output").getText();
    assertTrue(before, before.startsWith("At .8, which is in use, "));
    press(find("#threshold"), Keys.END, () -> find("output").getText().startsWith("At .95, "));
    press(find("#threshold"), Keys.HOME, () -> find("output").getText().startsWith("At .7, "));
    assertTrue("no other page", browser.getCurrentUrl().endsWith("/overview"));
  }

  @Test
  public void testTheSliderIsAForm() {
    open("/overview", 1280, "light");
    assertEquals(1, browser.findElements(By.cssSelector(".risks li")).size());
    WebElement slider = find("#threshold");
    press(slider, Keys.END, () -> slider.getDomProperty("value").equals("0.95"));
    find(".slide button").click();
    await(page -> page.getCurrentUrl().endsWith("/overview?threshold=0.95#what-if"));
    assertTrue(find("output").getText().startsWith("At .95, "));
  }

  @Test
  public void testKeysLeadThroughDifferences() {
    scripts(true);
    open("/compare?a=a1&b=a2", 1280, "light");
    press(find("body"), "n", () -> focused().contains("late"));
    open("/?q=wharf&mode=all&open=a1", 1280, "light");
    WebElement box = find("#q");
    press(box, "n", () -> box.getDomProperty("value").endsWith("n"));
    assertFalse("keys that are typed", focused().contains("late"));
    press(find("summary"), "p", () -> focused().contains("late"));
  }

  /** Presses a key until it has done what it is to do: once more does no harm. */
  private static void press(WebElement on, CharSequence key, BooleanSupplier done) {
    await(
        page -> {
          if (!done.getAsBoolean()) {
            on.sendKeys(key);
          }
          return done.getAsBoolean();
        });
  }

  private static String focused() {
    return browser.switchTo().activeElement().getText();
  }

  /**
   * By the rules of axe-core, at the width of a phone in light colours, and of a desk in dark ones.
   */
  @Test
  public void testPagesAreAccessible() throws IOException {
    String axe = new String(getClass().getResourceAsStream("/axe.min.js").readAllBytes(), UTF_8);
    scripts(true);
    for (boolean isSmall : new boolean[] {true, false}) {
      for (String path :
          List.of(
              "/overview?threshold=.9",
              "/?q=wharf&open=a1&narrow=yes",
              "/groups?sort=newest",
              "/document?id=a1&order=date",
              "/compare?a=a1&b=a2&view=whole",
              "/similar?id=a1&min=0.05")) {
        open(path, isSmall ? 400 : 1280, isSmall ? "light" : "dark");
        run("document.querySelectorAll('details').forEach(d => d.open = true)");
        run(axe);
        Object violations =
            browser.executeAsyncScript(
                "const done = arguments[0]; axe.run().then(found => done(found.violations.map("
                    + "each => each.id + ': ' + each.nodes.map(node => node.html).join(' '))))");
        assertEquals(path + (isSmall ? ", small" : ", large"), List.of(), violations);
      }
    }
  }
}
