import type { DocumentRef } from '#shared/search/rules/search-documents.ts';
import { digestOf, type SearchDocuments } from '#shared/search/store/search-documents.ts';
import type { SearchSources } from '#shared/search/store/search-sources.ts';

export type IndexDeps = { documents: SearchDocuments; sources: SearchSources };

const maxTries = 12;

/**
 * Makes a document as its sources are now, whatever has happened to them: whether that changed anything. What a source
 * had become while the document was written is read again after, so that the last writer leaves the newest state;
 * any redelivery in any order ends the same.
 */
export async function indexDocument(
  ref: DocumentRef,
  { documents, sources }: IndexDeps,
  { force = false } = {},
): Promise<boolean> {
  let changed = false;
  for (let tries = 0; tries < maxTries; tries++) {
    const held = await documents.get(ref);
    const wanted = await sources.document(ref);
    if (wanted === null) {
      if (held === null) return changed;
      changed = (await documents.remove(ref, held.version)) || changed;
    } else {
      const isSame = held?.digest === digestOf(wanted);
      if (isSame && (changed || !force)) return changed;
      changed = (await documents.write(wanted, held?.version ?? null)) || changed;
    }
  }
  throw new Error(`A ${ref.kind} changes faster than it can be indexed.`);
}
