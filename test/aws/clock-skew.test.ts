import { AwsRefusal } from '#shared/aws/aws-call.ts';
import { s3ObjectStore } from '#shared/aws/s3-object-store.ts';
import { signedAws } from '#shared/aws/signed-aws.ts';

const real = Date.parse('2026-11-21T12:34:56Z');
const credentials = () => ({ accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' });

/** A signature may be at most five minutes off the service's clock. */
function serviceAt(clock: () => number, type = 'InvalidSignatureException') {
  const stamps: string[] = [];
  const exchange = async (headers: Record<string, string>) => {
    const stamp = headers['x-amz-date'] ?? '';
    stamps.push(stamp);
    const signedAt = Date.parse(stamp.replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5Z'));
    const date = new Date(clock()).toUTCString();
    if (Math.abs(signedAt - clock()) <= 300_000) return { status: 200, body: '{"fine":true}', date };
    return { status: 400, body: JSON.stringify({ __type: `x#${type}`, message: 'Signature expired' }), date };
  };
  return { stamps, exchange };
}
const settings = { service: 'dynamodb', region: 'eu-central-1', jsonVersion: '1.0', credentials } as const;

describe('a machine whose clock is wrong', () => {
  it.each([-3_600_000, 3_600_000, -26 * 3_600_000])(
    'a machine with a wrong clock uses the clock of AWS from the first rejection on: %i ms off',
    async (offMs) => {
      const { exchange, stamps } = serviceAt(() => real);
      const call = signedAws({ ...settings, exchange, now: () => real + offMs });
      expect(await call('Get', {})).toEqual({ fine: true });
      expect(stamps).toHaveLength(2);
      expect(await call('Get', {})).toEqual({ fine: true });
      expect(stamps).toHaveLength(3);
    },
  );

  it('a machine uses its own clock again once that is corrected', async () => {
    let offMs = 3_600_000;
    const { exchange, stamps } = serviceAt(() => real);
    const call = signedAws({ ...settings, exchange, now: () => real + offMs });
    await call('Get', {});
    offMs = 0;
    expect(await call('Get', {})).toEqual({ fine: true });
    expect(stamps).toHaveLength(4);
  });

  it('another wrong signature does not change the clock', async () => {
    let calls = 0;
    const exchange = async () => {
      calls++;
      return {
        status: 400,
        body: '{"__type":"InvalidSignatureException"}',
        date: new Date(real).toUTCString(),
      };
    };
    const call = signedAws({ ...settings, exchange, now: () => real });
    await expect(call('Get', {})).rejects.toBeInstanceOf(AwsRefusal);
    expect(calls).toBe(1);
  });

  it('the clock is corrected once a call, however often the service changes its time', async () => {
    let calls = 0;
    const exchange = async () => {
      const date = new Date(real + ++calls * 3_600_000).toUTCString();
      return { status: 400, body: '{"__type":"InvalidSignatureException"}', date };
    };
    const call = signedAws({ ...settings, exchange, now: () => real });
    await expect(call('Get', {})).rejects.toBeInstanceOf(AwsRefusal);
    expect(calls).toBe(2);
  });

  it('a machine with a wrong clock reads and writes objects by the clock of S3', async () => {
    const stamps: (string | null)[] = [];
    const request = (async (url: URL | string) => {
      const stamp = new URL(url).searchParams.get('X-Amz-Date');
      stamps.push(stamp);
      const headers = { date: new Date(real).toUTCString() };
      return stamp?.startsWith('20261121T12')
        ? new Response('here', { status: 200, headers })
        : new Response('<Code>AccessDenied</Code><Message>Request has expired</Message>', {
            status: 403,
            headers,
          });
    }) as typeof fetch;
    const store = s3ObjectStore({
      bucket: 'b',
      region: 'eu-central-1',
      credentials,
      request,
      now: () => real - 3_600_000,
    });
    expect(new TextDecoder().decode((await store.get('key')) as Uint8Array)).toBe('here');
    expect(stamps).toEqual(['20261121T113456Z', '20261121T123456Z']);
  });
});
