import { AdtrailError } from './errors.ts';
import { problemsOf } from './post.ts';
import { timerMs } from './quiet.ts';
import { refusalOf } from './spend-exchange.ts';
import type { SpendFacts, SpendImport, SpendProblem, SpendReport, StoredSpendImport } from './spend-types.ts';

export const importsPath = '/api/v1/spend/imports';
export const isImport = ({ status, import_id }: Body): boolean => typeof status === 'string' && import_id !== undefined;
const maxBodyBytes = 5 * 1_048_576;
const maxFileBytes = 50 * 1_048_576;

type Body = Record<string, unknown>;
export type SpendCall = {
  query?: Record<string, string | undefined>;
  json?: string;
  file?: Uint8Array;
  isAnswer(body: Body): boolean;
};
export type SpendTransport = {
  /** Throws unless the status is 2xx or 422. */
  call(method: string, path: string, call: SpendCall): Promise<{ status: number; body: Body }>;
  put(url: string, file: Uint8Array): Promise<void>;
};
export type ImportOptions = {
  /** `onProgress` receives the percentage of visible days while the import runs in the background. */
  onProgress?: ((percent: number) => void) | undefined;
  /** Aborting the signal ends the wait. The import continues. */
  signal?: AbortSignal | undefined;
  pollMs?: number | undefined;
};

/** The import changed nothing. Fix the report, and send it again. */
export class SpendRefusedError extends AdtrailError {
  override name = 'SpendRefusedError';
  /** The first problems, in the order of the lines or rows. */
  declare readonly spendProblems: SpendProblem[];
  /** The number of all problems. */
  declare readonly problemCount: number;

  constructor(problems: SpendProblem[], count: number, requestId?: string) {
    super(`The import has ${count} problem${count === 1 ? '' : 's'}. ${sentenceOf(problems[0])}`.trim(), {
      code: 'spend_refused',
      status: requestId === undefined ? undefined : 422,
      requestId,
    });
    this.spendProblems = problems;
    this.problemCount = count;
  }
}

export const sentenceOf = (problem: SpendProblem | undefined): string => {
  if (!problem) return '';
  const { line, row, field, message } = problem;
  const place = line !== null ? `line ${line}` : row !== null ? `row ${row}` : '';
  return [[place, field].filter(Boolean).join(', '), message].filter(Boolean).join(': ');
};

export async function importSpend(
  report: SpendReport,
  environment: 'live' | 'test' | undefined,
  transport: SpendTransport,
  { onProgress, signal, pollMs = 1000 }: ImportOptions = {},
): Promise<SpendImport> {
  const { facts, bytes, isJson } = contentOf(report);
  const call = { query: { environment }, isAnswer: isImport };
  const { status, body } =
    bytes.length > maxBodyBytes
      ? await sendUpload({ facts, bytes, call }, transport)
      : isJson
        ? await transport.call('POST', importsPath, { ...call, json: bodyOf(facts, bytes) })
        : await transport.call('POST', importsPath, {
            ...call,
            query: { ...call.query, ...queryOf(facts) },
            file: bytes,
          });
  if (status === 422) throw refusedOf(body);
  if (status !== 202) return body as SpendImport;
  const path = `${importsPath}/${encodeURIComponent(String(body.import_id))}`;
  for (;;) {
    const { body: stored } = await transport.call('GET', path, call);
    const { status: state, percent } = stored as StoredSpendImport;
    if (state === 'failed') throw failedOf(stored, isJson);
    if (state !== 'pending' && state !== 'running') return stored as SpendImport;
    onProgress?.(percent);
    await pause(pollMs, signal);
  }
}

/** A table never begins with a brace. */
function contentOf(report: SpendReport): { facts: SpendFacts; bytes: Uint8Array; isJson: boolean } {
  const { rows, file, ...facts } = { rows: undefined, file: undefined, ...report };
  const content = rows ? JSON.stringify({ rows }) : (file ?? '');
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const beginning = new TextDecoder().decode(bytes.subarray(0, 100));
  return { facts, bytes, isJson: beginning.trimStart().startsWith('{') };
}

/** A JavaScript number would round some digits of the file. */
function bodyOf(facts: SpendFacts, bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).trim();
  const [ownText, theirs] = [JSON.stringify(facts).slice(1, -1), text.slice(1)];
  return `{${ownText}${/^\s*\}/.test(theirs) ? '' : ','}${theirs}`;
}

const queryOf = ({ columns, dry_run, ...texts }: SpendFacts): Record<string, string | undefined> => ({
  ...texts,
  ...(columns && { columns: JSON.stringify(columns) }),
  ...(dry_run && { dry_run: 'true' }),
});

async function sendUpload({ facts, bytes, call }: { facts: SpendFacts; bytes: Uint8Array; call: SpendCall }, transport: SpendTransport) {
  const refuse = (code: string, message: string) => new AdtrailError(message, { code });
  if (facts.dry_run) throw refuse('dry_run_too_large', 'A dry run takes at most 5 MB.');
  if (bytes.length > maxFileBytes) throw refuse('payload_too_large', 'A file has at most 50 MB.');
  const { status, body } = await transport.call('POST', '/api/v1/uploads', {
    json: JSON.stringify({ size_bytes: bytes.length }),
    isAnswer: ({ url }) => typeof url === 'string',
  });
  if (status === 422) return { status, body };
  await transport.put(String(body.url), bytes);
  const json = JSON.stringify({ ...facts, upload_id: body.upload_id });
  return await transport.call('POST', importsPath, { ...call, json });
}

function refusedOf(body: Body): AdtrailError {
  const { detail, problem_count, request_id } = body;
  if (!Array.isArray(detail)) return refusalOf({ status: 422, body });
  const problems = problemsOf(detail).map(({ type, loc, msg }): SpendProblem => {
    const [, kind, at] = loc;
    const isPlaced = (kind === 'line' || kind === 'rows') && typeof at === 'number';
    const field = loc.slice(isPlaced ? 3 : 1).join('.') || null;
    const number = (name: string) => (isPlaced && kind === name ? at : null);
    return { line: number('line'), row: number('rows'), field, code: type, message: msg };
  });
  const count = typeof problem_count === 'number' ? problem_count : problems.length;
  return new SpendRefusedError(problems, count, String(request_id));
}

type StoredProblem = { line: number | null; field: string | null; code: string; message: string };
const failedOf = ({ problems = [], problem_count }: Body, isJson: boolean): SpendRefusedError =>
  new SpendRefusedError(
    (problems as StoredProblem[]).map(({ line, ...rest }) => (isJson ? { line: null, row: line, ...rest } : { line, row: null, ...rest })),
    Number(problem_count),
  );

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(
        new AdtrailError('Not completed yet (aborted). The import continues.', {
          code: 'aborted',
          cause: signal?.reason,
        }),
      );
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, timerMs(ms));
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
