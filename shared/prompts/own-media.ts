import { mediaFile, mediaFileName } from '#shared/ads/rules/media-file.ts';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import type { Web } from '#shared/web/web.ts';

/**
 * Works like `web`, but reads our own copies of ads' media (`GET /media/{file}` below `apiBaseUrl`) directly
 * from the file store. Clients have these addresses at hand, and a local address is not public.
 */
export const fetchPreferringOwnCopies = (
  web: Pick<Web, 'fetch'>,
  files: Pick<ObjectStore, 'get'>,
  apiBaseUrl: string,
): Pick<Web, 'fetch'> => ({
  async fetch(request) {
    const { url } = request;
    const own = `${apiBaseUrl}/media/`;
    const name = url.startsWith(own) ? url.slice(own.length) : '';
    if (!mediaFileName.test(name)) return await web.fetch(request);
    const body = await files.get(mediaFile(name));
    const head = { url, contentType: '', charset: '' };
    return body ? { ...head, status: 200, body } : { ...head, status: 404, body: new Uint8Array() };
  },
});
