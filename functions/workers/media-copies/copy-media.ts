import { createHash } from 'node:crypto';
import type { mediaQueue } from '#shared/ads/queues.ts';
import { mediaFile } from '#shared/ads/rules/media-file.ts';
import { mediaTypeOf, mediaTypes } from '#shared/ads/rules/media-type.ts';
import type { CopyOutcome } from '#shared/ads/store/ad-media.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { AddressRefused, type FetchedFile, SiteUnreachable } from '#shared/web/web.ts';
import type { Deps } from './needs.ts';

/** A file may have 10 MB. */
const atOnce = 4;
const notedAtOnce = 8;

/**
 * A temporary failure returns the message to the queue a few times; a permanent failure is retried after a
 * day.
 */
export async function copyMedia({ handle, urls }: MessageOf<typeof mediaQueue>, deps: Deps): Promise<void> {
  const { adMedia, now } = deps;
  let media = await adMedia.ofPage(handle);
  const pendingUrls = media.toCopy(urls, now());
  for (let at = 0; at < pendingUrls.length; at += notedAtOnce) {
    const outcomes: CopyOutcome[] = [];
    await forEachConcurrent(pendingUrls.slice(at, at + notedAtOnce), atOnce, async (url) => {
      outcomes.push(await copy(url, deps));
    });
    media = await adMedia.note(handle, outcomes);
  }
  const remaining = media.toCopy(pendingUrls, now()).length;
  if (remaining > 0) throw new Error(`${remaining} of ${pendingUrls.length} media could not be copied yet.`);
}

async function copy(url: string, { web, files }: Deps): Promise<CopyOutcome> {
  let fetched: FetchedFile;
  try {
    fetched = await web.fetch({ url, kind: 'image' });
  } catch (error) {
    if (error instanceof AddressRefused) return { url, failure: 'for_good' };
    if (!(error instanceof SiteUnreachable)) throw error;
    return { url, failure: mayMend.has(error.reason) ? 'for_now' : 'for_good' };
  }
  const { status, body } = fetched;
  if (status === 408 || status === 429 || status >= 500) return { url, failure: 'for_now' };
  const extension = mediaTypeOf(body);
  if (status !== 200 || extension === null) return { url, failure: 'for_good' };
  const file = `${createHash('sha256').update(body).digest('hex')}.${extension}`;
  await files.put(mediaFile(file), body, { contentType: mediaTypes[extension] });
  return { url, file };
}

const mayMend: ReadonlySet<SiteUnreachable['reason']> = new Set(['no_answer', 'timeout']);
