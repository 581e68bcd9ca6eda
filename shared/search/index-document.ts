import type { DocumentRef } from '#shared/search/rules/search-documents.ts';
import { digestOf, type SearchDocuments } from '#shared/search/store/search-documents.ts';
import type { SearchSources } from '#shared/search/store/search-sources.ts';

export type IndexDeps = { documents: SearchDocuments; sources: SearchSources };

const maxTries = 12;

/** The sources are read again after the write, so the newest state remains in any order of deliveries. */
export async function indexDocument(ref: DocumentRef, { documents, sources }: IndexDeps, { force = false } = {}): Promise<boolean> {
  let changed = false;
  for (let tries = 0; tries < maxTries; tries++) {
    const storedDocument = await documents.get(ref);
    const document = await sources.document(ref);
    if (document === null) {
      if (storedDocument === null) return changed;
      changed = (await documents.remove(ref, storedDocument.version)) || changed;
    } else {
      const isSame = storedDocument?.digest === digestOf(document);
      if (isSame && (changed || !force)) return changed;
      changed = (await documents.write(document, storedDocument?.version ?? null)) || changed;
    }
  }
  throw new Error(`A ${ref.kind} changes faster than it can be indexed.`);
}
