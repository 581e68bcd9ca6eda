import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { UploadGone } from '#shared/aws/object-store.ts';
import { receiptsOf } from '#shared/event-log/click-facts.ts';
import { exportQueue } from '#shared/event-log/queues.ts';
import { exportFile } from '#shared/event-log/rules/export-file.ts';
import type { ExportOrder, ExportProgress } from '#shared/event-log/store/exports.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { RetrySoon } from '#shared/messages/retry-soon.ts';
import { ConditionFailed } from '#shared/store/store-errors.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';
import { inTurn } from '#shared/worker/in-turn.ts';
import type { Deps } from './needs.ts';

/** Writing this number of parts takes about a minute, and another message continues. */
const partsAtATime = 20;
const zipped = promisify(gzip);

/** Only the worker that holds the lease writes, so a late part never replaces a newer part. */
export async function writeExport(message: MessageOf<typeof exportQueue>, deps: Deps): Promise<void> {
  const { account_id: account, export_id: name } = message;
  await inTurn({ queue: exportQueue, message, account, name }, deps, () => writeParts(message, deps));
}

async function writeParts(message: MessageOf<typeof exportQueue>, deps: Deps): Promise<void> {
  const { account_id: accountId, export_id: id, created_at: createdAt, environment, from, to } = message;
  const order: ExportOrder = {
    id,
    accountId,
    environment,
    from,
    to,
    createdAt,
    ...(message.kind && { kind: message.kind }),
    ...(message.pixel_key && { pixelKey: message.pixel_key }),
    ...(message.time_zone && { timeZone: message.time_zone }),
  };
  const token = crypto.randomUUID();
  await deps.exports.order(order);
  const claimed = await deps.exports.claim(order, token);
  if (claimed === 'ended') return;
  if (claimed === 'given_up') throw new RetrySoon('This export was tried too often and has failed.');
  if (claimed === 'busy') throw new RetrySoon('Another worker is writing this export.');
  try {
    const progress = await writeOn(order, token, claimed.progress, deps);
    if (!progress.isRead) {
      await deps.exports.release(order, token);
      await deps.queues.send(exportQueue, message);
      return;
    }
    await finish(order, progress, deps);
    await deps.exports.complete(order, token, progress);
  } catch (error) {
    if (error instanceof UploadGone) await deps.exports.restart(order, token, claimed.progress);
    // A recovery ended the export while this worker wrote its file.
    if (!(error instanceof ConditionFailed && error.item?.isEnded)) throw error;
    await deps.objects.remove(exportFile({ ...order, progress: claimed.progress }));
  }
}

async function writeOn(order: ExportOrder, token: string, from: ExportProgress, deps: Deps) {
  const key = exportFile({ ...order, progress: from });
  let progress = from;
  const advance = async (next: ExportProgress) => {
    await deps.exports.advance(order, token, next);
    progress = next;
  };
  if (!progress.uploadId) await advance({ ...progress, uploadId: await deps.objects.startUpload(key) });
  if (progress.isRead) return progress;

  let part = newPart(progress);
  const store = async (isRead: boolean) => {
    await deps.exports.renew(order, token);
    const body = Buffer.concat(part.members);
    const tag = await deps.objects.uploadPart(key, progress.uploadId ?? '', progress.tags.length + 1, body);
    await advance({
      ...progress,
      tags: [...progress.tags, tag],
      rows: progress.rows + part.rows,
      sizeBytes: progress.sizeBytes + part.bytes,
      ...(part.cursor && { cursor: part.cursor }),
      isRead,
    });
    part = newPart(progress);
  };
  const most = progress.tags.length + partsAtATime;
  for await (const page of pagesOf(order, progress.cursor, deps)) {
    await add(part, page);
    if (part.bytes < deps.sizes.partBytes) continue;
    await store(false);
    if (progress.tags.length === most) return progress;
  }
  if (part.bytes === 0) part.members.push(await zipped(''));
  part.bytes = Buffer.concat(part.members).length;
  await store(true);
  return progress;
}

type Part = { members: Buffer[]; bytes: number; rows: number; cursor: ExportProgress['cursor'] };
const newPart = ({ cursor }: ExportProgress): Part => ({ members: [], bytes: 0, rows: 0, cursor });

type Page = { rows: readonly object[]; cursor: NonNullable<ExportProgress['cursor']> };

async function* pagesOf(
  order: ExportOrder,
  cursor: ExportProgress['cursor'],
  { exportRows, accountRows, clicks, sizes }: Deps,
): AsyncGenerator<Page> {
  if (order.kind === 'account') {
    yield* accountRows.after(order, cursor, sizes.pageRows, (events) => receiptsOf(events, clicks));
    return;
  }
  const { timeZone = 'UTC' } = order;
  for await (const page of exportRows.after(order, cursor, sizes.pageRows)) {
    const receipts = await receiptsOf(page.conversions, clicks);
    yield {
      rows: receipts.map((receipt) => ({
        ...receipt,
        booked_on: dayIn(timeZone, Date.parse(receipt.occurred_at)),
      })),
      cursor: page.cursor,
    };
  }
}

/** Each page is a separate gzip member, so parts are independent. */
async function add(part: Part, { rows, cursor }: Page): Promise<void> {
  part.cursor = cursor;
  if (rows.length === 0) return;
  const member = await zipped(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  part.members.push(member);
  part.bytes += member.length;
  part.rows += rows.length;
}

async function finish(order: ExportOrder, progress: ExportProgress, { objects }: Deps) {
  const { uploadId = '', tags } = progress;
  const key = exportFile({ ...order, progress });
  try {
    await objects.completeUpload(key, uploadId, tags);
  } catch (error) {
    // The upload is gone if another worker completed it and died before recording that; then the file exists.
    if (!(error instanceof UploadGone) || (await objects.size(key)) === null) throw error;
  }
}
