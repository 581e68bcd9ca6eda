import type { Env } from '#shared/env.ts';
import type { Secrets } from '#shared/secrets.ts';
import type { VendorCooldowns } from '#shared/vendors/vendor-cooldowns.ts';
import { adLibraries } from './ad-libraries.ts';
import { graphAdLibrary } from './graph-ad-library.ts';
import { searchApiAdLibrary } from './searchapi-ad-library.ts';

type With = {
  secrets: Pick<Secrets, 'ofVendor'>;
  random: () => number;
  now: () => number;
  waits: VendorCooldowns;
  fetch?: typeof fetch | undefined;
};

export function adLibraryOf({ SOCIAL_BASE_URL, SOCIAL_GAP_BASE_URL, STAGE: stage }: Env, { secrets, ...more }: With) {
  const token = () => secrets.ofVendor('social_token');
  const apiKey = () => secrets.ofVendor('social_gap_api_key');
  return adLibraries(
    graphAdLibrary({ baseUrl: SOCIAL_BASE_URL, stage, token, ...more }),
    SOCIAL_GAP_BASE_URL ? searchApiAdLibrary({ baseUrl: SOCIAL_GAP_BASE_URL, stage, apiKey, ...more }) : null,
    more.now,
  );
}
