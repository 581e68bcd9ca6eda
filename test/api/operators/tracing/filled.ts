import { newAccount } from '#shared/accounts/rules/users.ts';
import { userDocument } from '#shared/search/rules/search-documents.ts';
import { sealSegments } from '#shared/search/seal-segments.ts';
import { searchDocumentsIn } from '#shared/search/store/search-documents.ts';
import { type Part, type Table, tableAt } from '#shared/store/table.ts';
import type { TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const words = ['granite', 'copper', 'linen', 'the', 'and', 'velvet', 'harbour'];

export const idOf = (n: number) => 1_000_000 + n;

export function filledWith(app: TestApp, segmentSize: number) {
  const table = tableAt(`${app.world.prefix}analysis`, testDynamo());
  const { segments } = app.searchIndexDeps();
  const documents = searchDocumentsIn(table);
  let n = 0;
  return async (until: number) => {
    while (n < until) {
      const { write, flush } = bulk(table);
      for (let i = 0; i < segmentSize; i++) {
        const id = idOf(++n);
        const company = `${words[n % 7]} and the ${words[(n * 3) % 7]} ${words[(n * 5) % 7]} ${n % 13}`;
        const createdAt = new Date(app.world.clock.now + n * 1000).toISOString();
        await write(userDocument(newAccount({ id, email: `mail.${id}@of.example`, createdAt, company })), null);
      }
      await flush();
      await sealSegments({ documents, segments, segmentSize });
    }
  };
}

/** Writing the documents in transactions would take minutes. */
export function bulk(table: Table) {
  const parts: Part[] = [];
  const { write } = searchDocumentsIn({
    ...table,
    transact: async (some: readonly Part[]) => void parts.push(...some),
  });
  return { write, flush: () => table.putMany(parts.flatMap((part) => ('put' in part ? [part.put] : []))) };
}
