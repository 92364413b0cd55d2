// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.neardup.compare.Guard;
import org.neardup.compare.PairVerdict;
import org.neardup.internal.record.CommitData;
import org.neardup.search.explain.Explainer;

/** Whatever the data of a commit or a file holds, an index opens, or what is damaged is named. */
public class TestDamagedIndexes extends LuceneTestCase {
  private static final CollapseConfig CONFIG =
      CollapseConfig.defaults()
          .withTextFields("title", "text")
          .withScopeField("site")
          .withGuards(Guard.NUMBERS, Guard.field("price"))
          .withPreference(Preference.parse("max:date,longest"));

  private static final List<PairVerdict> VERDICTS =
      List.of(
          new PairVerdict("1", "2", PairVerdict.Kind.DIFFERENT),
          new PairVerdict("3", "not there", PairVerdict.Kind.SAME));

  /** One way to open an index. */
  private enum Way {
    WRITE {
      @Override
      void open(Directory directory) throws IOException {
        try (CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CONFIG, writerConfig())) {
          writer.updateDocument(document(100, random()));
        }
      }
    },
    WRITE_WITH_VERDICTS {
      @Override
      void open(Directory directory) throws IOException {
        CollapseConfig judged =
            CONFIG.withVerdicts(List.of(new PairVerdict("4", "5", PairVerdict.Kind.SAME)));
        CollapsingIndexWriter.open(directory, judged, writerConfig()).close();
      }
    },
    CHECK {
      @Override
      void open(Directory directory) throws IOException {
        IndexCheck.check(directory, CONFIG, new WhitespaceAnalyzer(), IndexCheck.ALL_TEXTS);
      }
    },
    REPAIR {
      @Override
      void open(Directory directory) throws IOException {
        IndexCheck.repair(directory, CONFIG, writerConfig());
      }
    },
    RETUNE {
      @Override
      void open(Directory directory) throws IOException {
        IndexCheck.retune(directory, CONFIG.withThreshold(0.9), writerConfig());
      }
    },
    READ_SETTINGS {
      @Override
      void open(Directory directory) throws IOException {
        IndexInfo.read(directory).settings();
        IndexInfo.read(directory).config();
        IndexInfo.read(directory).verdicts();
      }
    };

    abstract void open(Directory directory) throws IOException;
  }

  private static IndexWriterConfig writerConfig() {
    return new IndexWriterConfig(new WhitespaceAnalyzer())
        .setCodec(TestUtil.getDefaultCodec())
        .setMergeScheduler(new SerialMergeScheduler())
        .setUseCompoundFile(random().nextBoolean());
  }

  private static Document document(int id, Random random) {
    Document document = new Document();
    document.add(new StringField("id", Integer.toString(id), Field.Store.YES));
    document.add(new StringField("site", "s" + random.nextInt(2), Field.Store.YES));
    document.add(new StringField("date", "d" + random.nextInt(5), Field.Store.YES));
    document.add(new StringField("price", "p" + random.nextInt(2), Field.Store.YES));
    StringBuilder text = new StringBuilder();
    int group = random.nextInt(4);
    for (int i = 0; i < 40; i++) {
      text.append(random.nextInt(20) == 0 ? "other" : "w" + group + "x" + i).append(' ');
    }
    document.add(new TextField("text", text.toString(), Field.Store.YES));
    return document;
  }

  private static Directory index() throws IOException {
    Directory directory = new ByteBuffersDirectory();
    try (CollapsingIndexWriter writer =
        CollapsingIndexWriter.open(directory, CONFIG.withVerdicts(VERDICTS), writerConfig())) {
      for (int id = 0; id < 30; id++) {
        writer.updateDocument(document(id, random()));
        if (id % 10 == 0) {
          writer.commit();
        }
      }
      writer.deleteDocuments("7");
      writer.deleteDocuments("0");
    }
    return directory;
  }

  private static Directory copy(Directory from) throws IOException {
    Directory copy = new ByteBuffersDirectory();
    for (String file : from.listAll()) {
      if (!file.equals(IndexWriter.WRITE_LOCK_NAME)) {
        copy.copyFrom(from, file, file, IOContext.DEFAULT);
      }
    }
    return copy;
  }

  private static Map<String, String> commitData(Directory directory) throws IOException {
    return new TreeMap<>(SegmentInfos.readLatestCommit(directory).getUserData());
  }

  private static void setCommitData(Directory directory, Map<String, String> data)
      throws IOException {
    SegmentInfos infos = SegmentInfos.readLatestCommit(directory);
    infos.setUserData(data, true);
    infos.changed();
    infos.commit(directory);
  }

  /** As the command line explains: with what the index says of its settings. */
  private static void explain(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      Explainer explainer = Explainer.of(reader, CONFIG, new WhitespaceAnalyzer());
      explainer.find("3");
    }
  }

  public void testRandomCommitData() throws IOException {
    try (Directory sound = index()) {
      Map<String, String> data = commitData(sound);
      assertTrue(data.containsKey("neardup.verdicts"));
      for (String key : data.keySet()) {
        for (int i = TEST_NIGHTLY ? 1000 : 30; i > 0; i--) {
          Map<String, String> crafted = new TreeMap<>(data);
          String value = i == 1 ? null : craft(data, key);
          if (value == null) {
            crafted.remove(key);
          } else {
            crafted.put(key, value);
          }
          assertNamed(sound, crafted, key, RandomPicks.randomFrom(random(), Way.values()));
        }
      }
    }
  }

  private static void assertNamed(Directory sound, Map<String, String> crafted, String key, Way way)
      throws IOException {
    String what = way + " with " + key + " " + crafted.get(key);
    try (Directory directory = copy(sound)) {
      setCommitData(directory, crafted);
      explain(directory);
      way.open(directory);
    } catch (CorruptIndexException e) {
      boolean isNamed =
          e.getMessage().contains(key) || e.getMessage().contains(" settings: "); // one for several
      assertTrue(what + ": " + e, isNamed);
    } catch (IndexSettingsException e) {
      String name = key.substring(CommitData.PREFIX.length());
      String said =
          switch (name) {
            case "scopeField" -> "scope";
            case "seedId" -> "another seed";
            case "analyzer", "analyzerProbe" -> "another analyzer";
            case "documents" -> "Neardup left ";
            default -> name;
          };
      assertTrue(what + ": " + e, e.getMessage().contains(said) || name.equals("version"));
    } catch (RuntimeException e) {
      throw new AssertionError(what, e);
    }
  }

  private static String craft(Map<String, String> data, String key) {
    Random random = random();
    return switch (random.nextInt(6)) {
      case 0 -> RandomPicks.randomFrom(random, new ArrayList<>(data.values()));
      case 1 -> TestUtil.randomUnicodeString(random, 20);
      case 2 ->
          RandomPicks.randomFrom(
              random,
              List.of(
                  "",
                  " ",
                  ",",
                  ":",
                  "-1",
                  "0",
                  "1",
                  "1e400",
                  "NaN",
                  "-0.0",
                  "7777777777777777777",
                  "9223372036854775807",
                  "null",
                  "SAME",
                  "HIDE",
                  "DROP",
                  "word:",
                  "x",
                  "_neardup_id",
                  "numbers",
                  "numbers:2",
                  "field::1",
                  "1x1",
                  "max:",
                  "99999999999999999999"));
      default -> changed(random, data.get(key));
    };
  }

  private static String changed(Random random, String value) {
    StringBuilder changed = new StringBuilder(value);
    for (int i = random.nextInt(3); i >= 0 && !changed.isEmpty(); i--) {
      int at = random.nextInt(changed.length());
      switch (random.nextInt(3)) {
        case 0 -> changed.deleteCharAt(at);
        case 1 -> changed.setCharAt(at, (char) (' ' + random.nextInt(95)));
        default -> changed.insert(at, random.nextInt(1000));
      }
    }
    return changed.toString();
  }

  public void testRandomBytesInEachFile() throws IOException {
    try (Directory sound = index()) {
      for (String file : SegmentInfos.readLatestCommit(sound).files(true)) {
        for (int i = TEST_NIGHTLY ? 200 : 4; i > 0; i--) {
          assertNamed(sound, file, RandomPicks.randomFrom(random(), Way.values()));
        }
      }
    }
  }

  private static void assertNamed(Directory sound, String file, Way way) throws IOException {
    try (Directory directory = copy(sound)) {
      damage(directory, file);
      way.open(directory);
    } catch (CorruptIndexException | IndexFormatTooNewException | IndexFormatTooOldException e) {
      assertTrue(file + ": " + e, e.getMessage().contains("resource"));
    } catch (RuntimeException | AssertionError | IOException e) {
      throw new AssertionError(way + " with a damaged " + file, e);
    }
  }

  /** Changes a few bytes, or cuts the file off. */
  private static void damage(Directory directory, String file) throws IOException {
    byte[] bytes;
    try (IndexInput in = directory.openInput(file, IOContext.READONCE)) {
      bytes = new byte[(int) in.length()];
      in.readBytes(bytes, 0, bytes.length);
    }
    int length = bytes.length;
    if (random().nextInt(4) == 0) {
      length = random().nextInt(length);
    } else {
      for (int i = random().nextInt(8); i >= 0; i--) {
        bytes[random().nextInt(length)] += (byte) (1 + random().nextInt(255));
      }
    }
    directory.deleteFile(file);
    try (IndexOutput out = directory.createOutput(file, IOContext.DEFAULT)) {
      out.writeBytes(bytes, length);
    }
  }
}
