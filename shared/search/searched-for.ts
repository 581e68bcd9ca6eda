import { normalizeForSearch } from '#shared/search/rules/normalize-for-search.ts';
import type { Secrets } from '#shared/secrets.ts';

/** A searched text may be an e-mail address. */
export const searchedFor = async (text: string, secrets: Pick<Secrets, 'mac'>) =>
  text === ''
    ? {}
    : {
        q_hash: (await secrets.mac(`tracing ${normalizeForSearch(text)}`)).slice(0, 32),
        q_length: text.length,
      };
