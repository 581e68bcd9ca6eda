import { signed } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { signedUrl } from '#shared/aws/signed-url.ts';
import type { Env } from '#shared/env.ts';

export type WaitingMails = {
  forget(address: string): Promise<void>;
};

export function waitingMailsOf({ STAGE }: Env, { fetch: call = fetch }: Overrides): WaitingMails {
  const { endpoint, region, credentials } = signed({}, 'SESV2');
  if (STAGE !== 'local' || endpoint === undefined) return { forget: async () => {} };
  return {
    async forget(address) {
      const url = new URL(`/mails?to=${encodeURIComponent(address)}`, endpoint);
      const request = { method: 'DELETE', url, region, seconds: 60, now: new Date() } as const;
      const { status } = await call(signedUrl({ ...request, credentials: credentials() }), {
        method: 'DELETE',
      });
      if (status !== 204) throw new Error(`The mails of an account could not be removed: status ${status}.`);
    },
  };
}
