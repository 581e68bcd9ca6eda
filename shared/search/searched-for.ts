import { normalizeForSearch } from '#shared/search/rules/normalize-for-search.ts';
import type { Secrets } from '#shared/secrets.ts';

/**
 * What the audit keeps of a text that was searched for. It may be an e-mail address, and entries outlive accounts, so
 * it is a keyed hash: only with the key and the address can a search for that address be confirmed.
 */
export const searchedFor = async (text: string, secrets: Pick<Secrets, 'mac'>) =>
  text === ''
    ? {}
    : {
        q_hash: (await secrets.mac(`tracing ${normalizeForSearch(text)}`)).slice(0, 32),
        q_length: text.length,
      };
