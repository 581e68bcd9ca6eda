import { AdtrailError } from '../../../node/src/errors.ts';
import { putFile } from '../../../node/src/spend-exchange.ts';
import { importSpend, importsPath, SpendRefusedError, type SpendTransport, sentenceOf } from '../../../node/src/spend-import.ts';
import type { SpendDayChange, SpendFacts, SpendImport, StoredSpendImport } from '../../../node/src/spend-types.ts';
import { type Command, type Context, clientOf, cursorOption, keyEnvironmentOf, keyScopeOf, moreText, scopeOptions } from '../command.ts';
import { exits, Failure, usage } from '../failure.ts';
import { numbered } from '../numbered.ts';
import { table } from '../table.ts';
import { oneLine } from '../visible.ts';
import { columnOf, contentOf } from './sent-file.ts';

const uploadMs = 600_000;

function transportOf(context: Context): SpendTransport {
  const { api, note } = context;
  return {
    call: (method, path, { query, json, file, isAnswer }) =>
      api(method, path, {
        auth: 'key',
        also: [422],
        isAnswer,
        query: { ...query, ...clientOf(context) },
        ...(file ? { content: { file } } : json !== undefined && { content: { json } }),
      }),
    async put(url, file) {
      note(`Uploading ${(file.length / 1_048_576).toFixed(1)} MB.`);
      await putFile(url, file, { send: fetch, timeoutMs: uploadMs });
    },
  };
}

const options = {
  network: {
    value: 'NAME',
    text: 'google_ads, meta, microsoft_ads, tiktok, linkedin, reddit, pinterest, or a word of your own',
  },
  account: { value: 'ID', text: 'Your ID or name of the ad account (default: default)' },
  currency: { value: 'CODE', text: 'Currency, if the file does not name it' },
  'time-zone': { value: 'ZONE', text: 'IANA time zone of the ad account (default: UTC)' },
  mode: { value: 'NAME', text: 'replace_days (default), or upsert: row by row' },
  pixel: { value: 'KEY', text: 'Public key of the pages to which all the ads lead' },
  'date-format': { value: 'FORM', text: 'MM/DD/YYYY or DD/MM/YYYY, if the file does not show it' },
  column: {
    multiple: true,
    value: 'FIELD=HEADING',
    text: 'Heading of a column that is not recognised, such as spend=Kosten; can be repeated',
  },
  'dry-run': { text: 'Show what would change, and change nothing' },
  ...scopeOptions,
} as const;

const importFile: Command = {
  name: 'spend import',
  summary: 'Import a report of what your ads cost',
  args: '<file>',
  options,
  examples: [
    'adtrail spend import report.csv --network google_ads --time-zone America/New_York --dry-run',
    'adtrail spend import shows.csv --network podcast --currency EUR --column day=Date --column spend=Price',
  ],
  async run(context) {
    const { args, note, print } = context;
    const report = { ...factsOf(context), file: await contentOf(args[0] ?? '', context) };
    try {
      const onProgress = (percent: number) => note(`${percent} % of the days are visible.`);
      const spendImport = await importSpend(report, keyEnvironmentOf(context), transportOf(context), {
        onProgress,
      });
      print(spendImport, sentences(spendImport, report.dry_run === true));
    } catch (error) {
      throw failureOf(error, context);
    }
  },
};

function factsOf({ text, texts, isSet }: Context): SpendFacts {
  const network = text('network');
  if (!network) throw usage('--network is missing, such as google_ads.');
  const columns = Object.fromEntries(texts('column').map(columnOf));
  return {
    network,
    account: text('account'),
    currency: text('currency'),
    time_zone: text('time-zone'),
    mode: text('mode') as SpendFacts['mode'],
    pixel_key: text('pixel'),
    date_format: text('date-format') as SpendFacts['date_format'],
    ...(texts('column').length > 0 && { columns }),
    ...(isSet('dry-run') && { dry_run: true }),
  };
}

function sentences(spendImport: SpendImport, isDry: boolean): string {
  const { days, from, to, added, changed, removed } = spendImport;
  const rows = numbered(spendImport.rows, 'row');
  const period = from === null ? '' : ` of ${numbered(days, 'day')} (${from} to ${to})`;
  const notes = notesOf(spendImport);
  const counts = `${added} added, ${changed} changed, ${removed} removed. Spend: ${amountsOf(spendImport)}.${notes}`;
  if (spendImport.unchanged) return `Unchanged: ${rows}${period} counted already${named(spendImport)}.`;
  return isDry ? `Dry run: ${rows}${period}. It would be: ${counts}` : `Imported ${rows}${period}${named(spendImport)}.\n${counts}`;
}

/** Services before 2026-12 answer without currencies, warnings and the difference of totals. */
function amountsOf({ spend_before: before, spend_after: after, spend_by_currency: all = [] }: SpendImport) {
  if (all.length === 0) return `${before} before, ${after} after`;
  return all.map((of) => `${of.spend_before} ${of.currency} before, ${of.spend_after} ${of.currency} after`).join('; ');
}

function notesOf({ summed, skipped, warnings = [], total_difference: total }: SpendImport): string {
  const notes = [
    ...(summed > 0 ? [`${numbered(summed, 'line')} added to another line of the same ad and day.`] : []),
    ...(skipped?.total ? [`Skipped: ${numbered(skipped.total, 'total line')}.`] : []),
    ...warnings.map(({ message, fields }) => `Note: ${[message, ...fields].join(': ')}.`),
    ...(total ? [`Note: the file's own total differs from its rows by ${total.amount} ${total.currency}.`] : []),
  ];
  return notes.map((note) => `\n${oneLine(note)}`).join('');
}

const named = ({ import_id: id }: SpendImport) => (id === null ? '' : `, ${id}`);

function failureOf(error: unknown, { json, print }: Context): unknown {
  if (!(error instanceof AdtrailError)) return error;
  const exit = error.code === 'no_response' ? exits.unreachable : exits.failed;
  const { code, requestId } = error;
  if (!(error instanceof SpendRefusedError)) return new Failure(error.message, { code, exit, requestId });
  const { spendProblems: problems, problemCount: count } = error;
  const more = count - problems.length;
  const shown = [...problems.map((problem) => oneLine(sentenceOf(problem))), ...(more > 0 ? [`and ${more} more`] : [])];
  print({ problems, problem_count: count }, shown.join('\n'));
  const sentence = `The import has ${numbered(count, 'problem')}. Nothing was imported.`;
  return new Failure(json ? error.message : sentence, { code, exit, requestId });
}

const columns = ['import_id', 'created_at', 'status', 'network', 'account', 'from', 'to', 'rows'];
const list: Command = {
  name: 'spend list',
  summary: 'List imports of spend, newest first',
  options: {
    limit: { value: 'N', text: '1 to 100 (default: 20)' },
    ...cursorOption,
    ...scopeOptions,
  },
  examples: ['adtrail spend list'],
  async run(context) {
    const { api, print, text } = context;
    const query = { ...keyScopeOf(context), limit: text('limit'), cursor: text('cursor') };
    const { body } = await api('GET', importsPath, { auth: 'key', query });
    const imports = body.imports as StoredSpendImport[];
    const more = moreText(body.next_cursor);
    const shown = [...columns, 'spend_before', 'spend_after'];
    print(body, `${imports.length > 0 ? table(imports, shown) : 'No imports.'}${more}`);
  },
};

type Shown = StoredSpendImport & {
  difference: SpendDayChange[];
  problems: { line: number | null; field: string | null; message: string }[];
};
const show: Command = {
  name: 'spend show',
  summary: 'Show an import, and what it changed day by day',
  args: '<id>',
  options: scopeOptions,
  examples: ['adtrail spend show spend_0mi8gq3k07Rk2VbXq9LmT4c'],
  async run(context) {
    const { args, api, print } = context;
    const { body } = await api('GET', pathOf(args[0]), { auth: 'key', query: keyScopeOf(context) });
    const { difference = [], problems = [] } = body as Partial<Shown>;
    const changes = ['day', 'added', 'changed', 'removed', 'spend_before', 'spend_after', 'replaces'];
    const parts = [
      table([body], columns),
      ...(difference.length > 0 ? [table(difference, changes)] : []),
      ...(problems.length > 0 ? [table(problems, ['line', 'field', 'message'])] : []),
    ];
    print(body, parts.join('\n\n'));
  },
};

const undo: Command = {
  name: 'spend undo',
  summary: 'Undo an import: what it replaced counts again',
  args: '<id>',
  options: scopeOptions,
  examples: ['adtrail spend undo spend_0mi8gq3k07Rk2VbXq9LmT4c'],
  async run(context) {
    const { args, api, print } = context;
    const { body } = await api('DELETE', pathOf(args[0]), { auth: 'key', query: keyScopeOf(context) });
    print(body, `Undone: ${body.import_id}. ${body.from} to ${body.to} are as they were before.`);
  },
};

const pathOf = (id = '') => `${importsPath}/${encodeURIComponent(id)}`;

export const spend: readonly Command[] = [importFile, list, show, undo];
