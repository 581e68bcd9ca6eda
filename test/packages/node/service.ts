import { Adtrail, type AdtrailOptions, type Fetch } from '#packages/node/src/index.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';

export async function startShop() {
  const app = await startApp(await newWorld(Date.now()));
  const advertiser = await newAdvertiser(app);
  const secretKey = advertiser.key.authorization.slice('Bearer '.length);
  const sent: { events: Record<string, unknown>[]; headers: Record<string, string> }[] = [];
  const faults: ((forward: () => Promise<Response>) => Promise<Response>)[] = [];
  const fetch: Fetch = async (url, init) => {
    sent.push({ events: JSON.parse(init.body).events, headers: init.headers });
    const { signal: _, ...rest } = init;
    const forward = () => app.send(new Request(url, rest));
    const fault = faults.shift();
    return fault ? fault(forward) : forward();
  };
  return {
    app,
    advertiser,
    secretKey,
    sent,
    faults,
    fetch,
    client: (options: AdtrailOptions = {}) =>
      new Adtrail({ secretKey, baseUrl: 'https://adtrail.example', fetch, onError: () => {}, ...options }),
    receipt: async (event_id: string) =>
      (
        await app.events.readConversion({
          params: { event_id },
          query: {},
          headers: advertiser.headers,
        })
      ).body,
  };
}

export const answerOf = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
