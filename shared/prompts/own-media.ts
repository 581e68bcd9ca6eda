import { mediaFile, mediaFileName } from '#shared/ads/rules/media-file.ts';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import type { Web } from '#shared/web/web.ts';

/** Addresses of our copies (`GET /media/{file}`) may be local, so copies are read from the file store. */
export const fetchPreferringOwnCopies = (
  web: Pick<Web, 'fetch'>,
  files: Pick<ObjectStore, 'get'>,
  apiBaseUrl: string,
): Pick<Web, 'fetch'> => ({
  async fetch(request) {
    const { url } = request;
    const ownAddress = `${apiBaseUrl}/media/`;
    const name = url.startsWith(ownAddress) ? url.slice(ownAddress.length) : '';
    if (!mediaFileName.test(name)) return await web.fetch(request);
    const body = await files.get(mediaFile(name));
    const head = { url, contentType: '', charset: '' };
    return body ? { ...head, status: 200, body } : { ...head, status: 404, body: new Uint8Array() };
  },
});
