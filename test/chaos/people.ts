import { generateAdPrompt } from '#functions/api/prompts/generate-ad-prompt.ts';
import { localClientId } from '#lib/local/engines/identity.ts';
import type { Service } from './service.ts';

export const exampleImage = generateAdPrompt.example.body?.image_base64;
export const password = 'correct horse battery staple';

export type Seller = {
  id: number;
  email: string;
  token: string;
  publicKey: string;
  secretKey: string;
};

export async function insist<T>(what: string, work: () => Promise<T | null>, seconds = 120): Promise<T> {
  for (const until = Date.now() + seconds * 1000; Date.now() < until; ) {
    const value = await work();
    if (value !== null) return value;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`Not within ${seconds} s: ${what}`);
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export async function idToken(service: Service, email: string): Promise<unknown> {
  const claims = { sub: email, email, email_verified: true, name: 'Ada Example', aud: localClientId };
  const issued = await service.ask({ path: '/idp/token', body: { claims } }, service.facts().vendors);
  return issued?.body.id_token;
}

export async function newSellers(service: Service, count: number): Promise<Seller[]> {
  const sellers: Seller[] = [];
  for (let place = 0; place < count; place++) {
    const email = `seller${place}@chaos.example`;
    const id_token = await idToken(service, email);
    const answer = await service.ask({ path: '/api/v1/auth/oauth/idp/signup', body: { id_token } });
    if (answer?.status !== 200) throw new Error(`No account: ${JSON.stringify(answer)}`);
    const { access_token: token, user } = answer.body as { access_token: string; user: { id: number } };
    const headers = bearer(token);
    const key = async (kind: string) =>
      (
        await service.ask({
          path: '/api/v1/pixel/keys',
          headers,
          body: { name: `First ${kind}`, kind, environment: 'live' },
        })
      )?.body.key as string;
    sellers.push({
      id: user.id,
      email,
      token,
      publicKey: await key('public'),
      secretKey: await key('secret'),
    });
  }
  return sellers;
}
