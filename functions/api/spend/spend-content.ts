import type * as z from 'zod';
import { problemsOfRows, rowProblems, rowsIn, validFields } from '#functions/api/row-problems.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import type { PlainTable } from '#shared/files/file-text.ts';
import { readContent, type SpendContent } from '#shared/spend/read-content.ts';
import { withoutDayText } from '#shared/spend/rules/files/headings.ts';
import { lineWithoutDay, networksOf } from '#shared/spend/rules/files/networks.ts';
import { readableRows, sentRows } from '#shared/spend/rules/row-schema.ts';
import type { SpendProblem } from '#shared/spend/rules/sent-row.ts';
import { maxRows } from '#shared/spend/rules/sent-rows.ts';
import { uploadFile } from '#shared/spend/rules/upload-file.ts';
import { sourceOfUpload, tableOfFile } from '#shared/spend/source-of-file.ts';
import { fail, invalid, type Problem, serviceErrors } from '#shared/values/errors.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { assertUploaded, type orderInBackgroundNeeds } from './order-in-background.ts';
import { type SpendFacts, type SpendImportQuery, SpendImportRequest } from './spend-request.ts';

type Deps = DepsOf<typeof orderInBackgroundNeeds>;

type Sent = {
  body: z.output<typeof SpendImportRequest> | undefined;
  file?: Uint8Array | undefined;
  query: z.output<typeof SpendImportQuery>;
};

type Read = Omit<Sent, 'file'> & { table: PlainTable | undefined };

/** Only a file has its facts in the query. */
export function assertInBody({ file, query: { environment: _, ...queryFacts } }: Sent): void {
  const misplaced = file ? [] : Object.keys(queryFacts);
  if (misplaced.length > 0)
    throw invalid(
      ...misplaced.map((name) => ({
        type: 'extra_forbidden',
        loc: ['query', name],
        msg: 'Send it in the body',
      })),
    );
}

export function factsOf({ body, table, query }: Read): SpendFacts {
  if (!table || body) return body as SpendFacts;
  const { environment: _, ...queryFacts } = query;
  const { network, account = 'default', time_zone = 'UTC', mode = 'replace_days', dry_run, ...others } = queryFacts;
  return {
    ...others,
    network: network ?? networkOf(table.bytes, others.columns ?? {}),
    account,
    time_zone,
    mode,
    dry_run: dry_run === 'true',
  };
}

/** Throws 422 for a workbook that cannot be read. */
export async function tableIn({ file, query }: Sent): Promise<PlainTable | undefined> {
  const table = file && (await tableOfFile(file, query.columns ?? {}));
  if (table && 'problems' in table) throw rowProblems(table.problems, true);
  return table;
}

/** Throws 422 unless exactly one network's reports have the headings of the file. */
function networkOf(file: Uint8Array, columns: NonNullable<SpendFacts['columns']>): string {
  const networks = networksOf(file, columns);
  const [network] = networks;
  if (network !== undefined && networks.length === 1) return network;
  const line = network === undefined ? lineWithoutDay(file, columns) : null;
  if (line !== null) throw invalid({ type: 'not_daily', loc: ['body', 'line', line, 'day'], msg: withoutDayText });
  throw invalid(
    network === undefined
      ? {
          type: 'unknown_headings',
          loc: ['query', 'network'],
          msg: 'No headings of a network were recognised: send `network`, and name the columns with `columns`',
        }
      : {
          type: 'unclear_network',
          loc: ['query', 'network'],
          msg: `These headings are of ${networks.join(' and ')}: send \`network\``,
        },
  );
}

export async function contentOfUpload(
  { accountId, facts, uploadId }: { accountId: AccountId; facts: SpendFacts; uploadId: string },
  deps: Pick<Deps, 'objects' | 'now'>,
): Promise<SpendContent | { problems: SpendProblem[] }> {
  await assertUploaded(accountId, uploadId, deps);
  const bytes = await deps.objects.get(uploadFile(accountId, uploadId));
  if (!bytes) throw fail(serviceErrors.unavailable);
  const source = await sourceOfUpload(bytes, facts.columns ?? {});
  return 'problems' in source ? source : readContent(source, contentFacts(facts), deps.now());
}

const contentFacts = (facts: SpendFacts) => ({
  network: facts.network,
  currency: facts.currency ?? null,
  timeZone: facts.time_zone,
  pixelKey: facts.pixel_key ?? null,
  dateFormat: facts.date_format ?? null,
  columns: facts.columns ?? {},
});

const { rows: _, ...factFields } = SpendImportRequest.shape;

export function rowProblemsBeside(body: unknown, now: number): Problem[] {
  const rows = readableRows(rowsIn(body).slice(0, maxRows));
  const facts = rows.length > 0 ? validFields(factFields, body as object) : {};
  const options = contentFacts({ time_zone: 'UTC', ...facts } as SpendFacts);
  const content = readContent({ rows }, options, now);
  const problems = rows.length > 0 && 'problems' in content ? content.problems : [];
  return problemsOfRows(problems.filter(({ code }) => code !== 'no_currency' || 'currency' in facts));
}

export const contentOfRequest = (
  { facts, body, table }: Omit<Read, 'query'> & { facts: SpendFacts },
  now: number,
): SpendContent | { problems: SpendProblem[] } => readContent(table ?? { rows: sentRows(body?.rows ?? []) }, contentFacts(facts), now);
