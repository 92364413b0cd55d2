// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import org.apache.lucene.util.AttributeImpl;
import org.apache.lucene.util.AttributeReflector;

/** The implementation that Lucene finds by its name. */
public final class ShingleHashAttributeImpl extends AttributeImpl implements ShingleHashAttribute {
  private long hash;

  /** Called by Lucene's attribute factory. */
  public ShingleHashAttributeImpl() {}

  @Override
  public long getShingleHash() {
    return hash;
  }

  @Override
  public void setShingleHash(long newHash) {
    hash = newHash;
  }

  @Override
  public void clear() {
    hash = 0;
  }

  @Override
  public void reflectWith(AttributeReflector reflector) {
    reflector.reflect(ShingleHashAttribute.class, "shingleHash", hash);
  }

  @Override
  public void copyTo(AttributeImpl target) {
    ((ShingleHashAttribute) target).setShingleHash(hash);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShingleHashAttributeImpl that && that.hash == hash;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(hash);
  }
}
