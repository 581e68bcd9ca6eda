import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkpointIn } from '#lib/local/checkpoint.ts';
import { deletionFilesIn, deletionIn } from '#shared/accounts/deletion/store/deletion-files.ts';
import { gunzipJson, gzipJson } from '#shared/ads/store/gzip-json.ts';
import { packed, unpacked } from '#shared/cells/rules/packing.ts';
import { keptPayload, parsedPayload } from '#shared/event-log/kept-payload.ts';
import { erasureFilesIn, erasureIn } from '#shared/event-log/store/erasure-files.ts';
import type { Secrets } from '#shared/secrets.ts';
import { packRows, unpackRows } from '#shared/spend/rules/packing.ts';
import type { Item } from '#shared/store/item.ts';
import { recentClicksIn } from '#shared/traffic/store/recent-clicks.ts';
import { declaredForm } from './contents/declared-form.ts';
import { mailLinks } from './contents/mail-links.ts';
import { reconciliation } from './contents/reconciliations.ts';
import { sealedTexts } from './contents/sealed-texts.ts';
import { searchContents } from './contents/search.ts';
import { inflatedText, numbered, type StoredContent, withForm } from './contents/stored-content.ts';
import { memoryTable } from './memory-table.ts';
import * as previous from './previous-readers.ts';
import * as sample from './stored-samples.ts';

const { place } = sample;

async function withFile<T>(content: string | null, work: (file: string) => T): Promise<Awaited<T>> {
  const folder = mkdtempSync(join(tmpdir(), 'adtrail-content-'));
  const file = join(folder, 'checkpoint.json');
  if (content !== null) writeFileSync(file, content);
  try {
    return await work(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
async function putBy(work: (objects: { put(key: string, body: unknown): Promise<void> }) => Promise<void>) {
  let written = '';
  await work({
    async put(_, body) {
      written = String(body);
    },
  });
  return written;
}

export const storedContents: Record<string, StoredContent> = {
  'sealed-cells': {
    sources: ['shared/cells/rules/packing.ts', 'shared/cells/rules/forms.ts'],
    form: declaredForm('sealed-cells'),
    sample: sample.cells,
    write: () => Buffer.from(packed(sample.cells)[0] ?? []).toString('base64'),
    read: (raw) => unpacked(Buffer.from(raw, 'base64'), place),
    previous: (raw) => sample.countedCells(previous.cellsOf(raw)),
    later: (raw) => sample.deflated(withForm(inflatedText(raw))),
    plain: inflatedText,
  },
  'spend-days': {
    sources: ['shared/spend/rules/packing.ts'],
    form: declaredForm('spend-days'),
    sample: sample.spendRows,
    write: () => packRows(sample.spendRows).join('\n'),
    read: (raw) => unpackRows([raw]),
    previous: previous.spendRowsOf,
    later: numbered,
    plain: inflatedText,
  },
  reconciliations: reconciliation,
  ...searchContents,
  'mail-links': mailLinks,
  ...sealedTexts,
  ads: {
    sources: ['shared/ads/store/gzip-json.ts'],
    form: declaredForm('ads'),
    sample: sample.ads,
    write: () => gzipJson(sample.ads),
    read: gunzipJson,
    previous: previous.adsIn,
    later: numbered,
    plain: (raw) => JSON.stringify(previous.adsIn(raw)),
  },
  'rejected-events': {
    sources: ['shared/event-log/kept-payload.ts'],
    form: declaredForm('rejected-events'),
    sample: sample.payload,
    write: async () =>
      String(
        await keptPayload(sample.sentFields, 7, {
          secrets: { hashUser: async () => 'ab12' } as unknown as Secrets,
        }),
      ),
    read: parsedPayload,
    previous: (raw) => JSON.parse(raw),
    later: numbered,
  },
  checkpoints: {
    sources: ['lib/local/checkpoint.ts'],
    form: 1,
    sample: sample.position,
    write: () =>
      withFile(null, async (file) => {
        await checkpointIn(file, sample.streamArn).write(sample.position);
        return readFileSync(file, 'utf8');
      }),
    read: (raw) => withFile(raw, (file) => checkpointIn(file, sample.streamArn).position),
    previous(raw) {
      const { streamArn: _, ...position } = JSON.parse(raw);
      return position;
    },
    later: withForm,
  },
  'deleted-accounts': {
    sources: ['shared/accounts/deletion/store/deletion-files.ts'],
    form: 1,
    sample: sample.deletion,
    write: () => putBy((objects) => deletionFilesIn({ ...objects, remove: async () => {} }).put(sample.deletion)),
    read: deletionIn,
    previous(raw) {
      const { user_id: userId, requested_at: requestedAt, erase_at: eraseAt } = JSON.parse(raw);
      return { userId, requestedAt, eraseAt };
    },
    later: withForm,
  },
  'erased-visitors': {
    sources: ['shared/event-log/store/erasure-files.ts'],
    form: 1,
    sample: sample.erasure,
    write: () => putBy((objects) => erasureFilesIn(objects).put(sample.erasure)),
    read: erasureIn,
    previous(raw) {
      const { account_id: accountId, selector, until } = JSON.parse(raw);
      return { accountId, selector, until };
    },
    later: withForm,
  },
  'recent-clicks': {
    sources: ['shared/traffic/store/recent-clicks.ts'],
    form: declaredForm('recent-clicks'),
    sample: sample.clicks,
    async write() {
      const { table, items } = memoryTable();
      await recentClicksIn(table).add(sample.subject, sample.clicks, sample.clickBounds);
      const [{ clicks = [] } = {}] = items as (Item & { clicks?: string[] })[];
      return clicks.join('\n');
    },
    async read(raw) {
      const item = { ...sample.clicksKey, clicks: raw.trim().split('\n'), version: 1 };
      return await recentClicksIn(memoryTable([item]).table).add(sample.subject, [], sample.clickBounds);
    },
    previous: (raw) => raw.trim().split('\n').map(previous.clickIn),
    later: numbered,
  },
};

/** These files pack or unpack content whose form is not the service's own, or is declared elsewhere. */
export const otherwiseFormed: Record<string, string> = {
  'shared/store/stored-form.ts': 'It chooses the reader of a form.',
  'shared/http/response-middleware.ts': 'It answers 503 to an unknown form.',
  'shared/http/content-encoding.ts': 'A request is unpacked and not stored.',
  'shared/web/read-limited.ts': 'The answer of a website is unpacked and not stored.',
  'lib/local/compress.ts': 'A response is packed and not stored.',
  'functions/workers/export/write-export.ts': 'The rows of an export are the documented answers of the API.',
  'functions/workers/backup/scan-slices.ts': "A backup has DynamoDB's form; its manifest has the number `format`.",
  'lib/ops/restore/backup-items.ts': "A backup has DynamoDB's form; its manifest has the number `format`.",
};
