// Slow: it starts processes.
import { streamedFunctions } from '#functions/http.ts';
import { served } from '#functions/served.ts';
import { type GatewayRequest, gateway, type Route } from '#lib/local/gateway.ts';

const request = (path: string): GatewayRequest => ({
  method: 'POST',
  path,
  query: '',
  headers: [],
  body: Buffer.from('{}'),
  sourceIp: '127.0.0.1',
});

describe('the gateway of this machine', () => {
  it('the gateway of this machine gives a request 29 seconds, and those whose answers are streamed as long as in the cloud', async () => {
    const ended: number[] = [];
    const handler: Route['handler'] = async (_, context) => {
      ended.push(context.getRemainingTimeInMillis());
      return { statusCode: 200, body: '' };
    };
    const routes = [served.discover, served.onboarding].map((endpoints, at) => ({
      endpoints: Object.values(endpoints),
      handler,
      timeoutSeconds: at === 0 ? streamedFunctions.discover?.timeoutSeconds : undefined,
    }));
    const { handle } = gateway(routes, handler);
    await handle(request('/api/v1/competitors/discover'));
    await handle(request('/api/v1/auth/validate-company-description'));
    await handle(request('/nowhere'));
    const [streamed = 0, ...others] = ended;
    expect(streamed).toBeGreaterThan(80_000);
    for (const milliseconds of others) expect(milliseconds).toBeLessThanOrEqual(29_000);
  });

  it('the gateway of this machine hands parameters of the path over as they were sent, as in the cloud', async () => {
    const seen: unknown[] = [];
    const handler: Route['handler'] = async ({ pathParameters }) => {
      seen.push(pathParameters);
      return { statusCode: 200, body: '' };
    };
    const { handle } = gateway([{ endpoints: Object.values(served.competitors), handler }], handler);
    await handle({ ...request('/api/v1/competitors/social-ads/Caf%C3%A9%20Uno'), method: 'GET' });
    expect(seen).toEqual([{ competitor_name: 'Caf%C3%A9%20Uno' }]);
  });
});
