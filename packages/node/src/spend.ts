import type { AdtrailError } from './errors.ts';
import { credentialsOf, logError } from './options.ts';
import { answerOf, exchange, putFile, refusalOf, reported, type SpendFetch } from './spend-exchange.ts';
import { type ImportOptions, importSpend, importsPath, isImport, type SpendCall, type SpendTransport } from './spend-import.ts';
import type { SpendDayChange, SpendImport, SpendReport, StoredSpendImport } from './spend-types.ts';
import { version } from './version.ts';

export { AdtrailError, RequestRefusedError } from './errors.ts';
export type { SpendFetch } from './spend-exchange.ts';
export { type ImportOptions, SpendRefusedError } from './spend-import.ts';
export type {
  SpendDayChange,
  SpendFacts,
  SpendImport,
  SpendProblem,
  SpendReport,
  SpendRow,
  StoredSpendImport,
} from './spend-types.ts';

export type SpendOptions = {
  /** `sk_live_…` or `sk_test_…`, without a scope. Default: the environment variable `ADTRAIL_SECRET_KEY`. */
  secretKey?: string | undefined;
  /** The service's address, without `/api/v1`. Default: the environment variable `ADTRAIL_BASE_URL`. */
  baseUrl?: string | undefined;
  /** The timeout of a request. Default: 60 s. An upload has ten times as long. */
  timeoutMs?: number | undefined;
  /** The time during which a request is retried. Default: 2 minutes; 10 s if the process can be frozen. */
  retryForMs?: number | undefined;
  /** Called for every failed call, also if its promise is awaited. Default: a line on `console.error`. */
  onError?: ((error: AdtrailError) => void) | undefined;
  fetch?: SpendFetch | undefined;
};

const isPage = ({ imports }: Record<string, unknown>) => Array.isArray(imports);

/** Imports what networks charged for your ads, and undoes imports. The key decides the environment. */
export function spendImports(options: SpendOptions = {}) {
  const { secretKey, baseUrl } = credentialsOf(options);
  const { timeoutMs = 60_000, retryForMs, onError = logError } = options;
  const send: SpendFetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));

  const transport: SpendTransport = {
    async call(method, path, { query = {}, json, file, isAnswer }) {
      const url = new URL(`${baseUrl}${path}`);
      for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
      const type = file ? 'application/octet-stream' : json === undefined ? undefined : 'application/json';
      const body = (file as Uint8Array<ArrayBuffer> | undefined) ?? json;
      const headers = {
        authorization: `Bearer ${secretKey}`,
        'user-agent': `adtrail-node/${version}`,
        ...(type && { 'content-type': type }),
      };
      const init = { method, headers, ...(body !== undefined && { body }) };
      const answer = await exchange(url.href, init, { send, timeoutMs, retryForMs });
      return answer.status === 422 ? answer : { ...answer, body: answerOf(answer, baseUrl, isAnswer) };
    },
    async put(url, file) {
      await putFile(url, file, { send, timeoutMs: timeoutMs * 10, retryForMs });
    },
  };
  const read = async (method: string, path: string, call: SpendCall) => {
    const answer = await transport.call(method, path, call);
    if (answer.status === 422) throw refusalOf(answer);
    return answer.body;
  };
  const pathOf = (id: string) => `${importsPath}/${encodeURIComponent(id)}`;

  return {
    /**
     * Uploads a report above 5 MB, and resolves when its days are visible. Throws `SpendRefusedError` with
     * the problems by line. The same report again changes nothing.
     */
    create: reported(
      onError,
      (report: SpendReport, waiting: ImportOptions = {}): Promise<SpendImport> => importSpend(report, undefined, transport, waiting),
    ),

    /** Returns an import with its changes by day. */
    retrieve: reported(
      onError,
      async (id: string): Promise<StoredSpendImport & { difference: SpendDayChange[] }> =>
        (await read('GET', pathOf(id), { isAnswer: isImport })) as StoredSpendImport & {
          difference: SpendDayChange[];
        },
    ),

    /** Yields all imports, newest first. */
    async *list(): AsyncGenerator<StoredSpendImport> {
      for (let cursor: string | undefined; ; ) {
        const page = await read('GET', importsPath, { query: { limit: '100', cursor }, isAnswer: isPage });
        yield* page.imports as StoredSpendImport[];
        if (typeof page.next_cursor !== 'string') return;
        cursor = page.next_cursor;
      }
    },

    /**
     * Brings back what an import replaced. Its error has the code `superseded` if a later import touched a
     * day.
     */
    undo: reported(
      onError,
      async (id: string): Promise<StoredSpendImport> => (await read('DELETE', pathOf(id), { isAnswer: isImport })) as StoredSpendImport,
    ),
  };
}
