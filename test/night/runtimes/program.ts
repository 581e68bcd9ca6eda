// The test compiles this program against the packed package and runs it in every runtime.
import { Adtrail, type AdtrailError, clickFrom } from '#packages/node/src/index.ts';
import { verifyWebhook } from '#packages/node/src/webhooks.ts';
import { readAll, sample } from '#test/packages/node/click-sources.ts';
import { verifyAll } from '#test/packages/node/webhook-requests.ts';
import * as edge from '../../../web/snippets/edge.ts';
import * as express from '../../../web/snippets/express.ts';
import * as next from '../../../web/snippets/next.ts';

export type Input = {
  name: string;
  baseUrl: string;
  signed: { secret: string; otherSecret: string; headers: Record<string, string>; body: string };
};

export async function report({ name, baseUrl, signed }: Input) {
  return {
    clicks: readAll(clickFrom),
    webhooks: await verifyAll(verifyWebhook as never, signed),
    cookies: await issuedCookies(),
    events: await sentEvents(name, baseUrl),
  };
}

/** Each entry says whether the click was read and whether a page got the cookie again. */
async function issuedCookies() {
  // The clock of workerd stands at zero while modules are loaded.
  const fresh = JSON.stringify({ sid: sample.sid, ts: Date.now(), v: 1 });
  const cookie = `svc_sid=${encodeURIComponent(fresh)}`;
  const request = () => new Request(sample.url, { headers: { cookie, accept: 'text/html' } });
  const wrapped = edge.withClickCookie(() => new Response('page'));
  const answer = await wrapped(request());
  const appended: string[] = [];
  const plain = { headers: { cookie, accept: 'text/html' } };
  const response = { appendHeader: (_: string, value: string) => appended.push(value) };
  express.keepClickCookie()(plain, response, () => appended.push('next'));
  const stored: { name: string; value: string }[] = [];
  const cookies = { get: () => ({ value: fresh }) };
  next.keepClickCookie({ headers: request().headers, cookies }, { cookies: { set: (one) => stored.push(one) } });
  return {
    edge: [edge.clickOfRequest(request())?.sid, answer.headers.get('set-cookie')?.includes(sample.sid)],
    express: [express.clickOfRequest(plain)?.sid, appended[0]?.includes(sample.sid), appended[1]],
    next: [next.clickOfCookies(cookies)?.sid, stored[0]?.value.includes(sample.sid)],
    promise: await clickFrom(Promise.resolve(cookies)),
  };
}

async function sentEvents(name: string, baseUrl: string) {
  const errors: string[] = [];
  const onError = (error: AdtrailError) => void errors.push(error.code);
  const adtrail = new Adtrail({ secretKey: 'sk_test_EXAMPLE', baseUrl, onError });
  const order = { value: '25.99', currency: 'EUR', click: sample.sid };
  const awaited = await adtrail.order({ orderId: `${name}-1`, ...order });
  adtrail.order({ orderId: `${name}-2`, ...order });
  const flushed = await adtrail.flush();
  adtrail.signUp({ userId: `${name}-3`, click: sample.sid });
  const closed = await adtrail.close();
  const late = await adtrail.order({ orderId: `${name}-4`, ...order }).catch((error) => error.code);
  return { matched: awaited.matched, flushed, closed, late, errors };
}
