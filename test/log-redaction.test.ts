import { Logger } from '@aws-lambda-powertools/logger';
import { log, redact } from '#shared/log.ts';
import { cpuClock } from '#test/kit/cpu-clock.ts';

const hidden = '[redacted]';
const logged = (value: unknown) => JSON.stringify(value, redact);

describe('a log line hides', () => {
  it.each([
    'authorization',
    'Authorization',
    'token',
    'access_token',
    'accessToken',
    'reset_token',
    'password',
    'new_password',
    'passwordHash',
    'secret',
    'client_secret',
    'api_key',
    'apiKey',
    'apikey',
    'cookie',
    'set-cookie',
    'x-svc-dev-token',
    'email',
    'to_email',
    'phone',
    'phoneNumber',
    'external_user_id',
    'full_name',
    'license_key',
    'prev_license_key',
  ])('whatever stands under %s', (name) => {
    for (const value of ['plain', 123456, true]) expect(logged({ a: { [name]: value } })).toBe(JSON.stringify({ a: { [name]: hidden } }));
    expect(logged({ [name]: ['hunter2', { deep: 'hunter2' }] })).not.toContain('hunter2');
    expect(logged({ [name]: { value: 'hunter2' } })).not.toContain('hunter2');
    expect(logged({ [name]: null })).toBe(JSON.stringify({ [name]: null }));
  });

  it.each(['code', 'verification_code', 'resetCode'])('a one-time code under %s', (name) => {
    expect(logged({ [name]: '012345' })).toBe(logged({ [name]: 123456 }));
    expect(logged({ [name]: '012345' })).toBe(JSON.stringify({ [name]: hidden }));
  });

  it.each([
    ['a secret key', `key sk_live_${'x'.repeat(49)} refused`, `key ${hidden} refused`],
    ['a test key', `sk_test_${'x'.repeat(49)}`, hidden],
    ['a token', 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_def was refused', `Bearer ${hidden} was refused`],
    ['an e-mail address', 'no mail to Ada.Lovelace+x@mail.example.co.uk today', `no mail to ${hidden} today`],
    ['two addresses', 'a@b.example,c@d.example', `${hidden},${hidden}`],
    ['an address in quotes', 'user "ada@example.com" is gone', `user "${hidden}" is gone`],
  ])('%s inside a message', (_, text, shown) => {
    expect(logged(text)).toBe(JSON.stringify(shown));
    expect(logged({ error: { message: text, causes: [text] } })).toBe(JSON.stringify({ error: { message: shown, causes: [shown] } }));
  });

  it('nothing else', () => {
    const line = {
      request_id: '3c9d1d4e-7f0b-4a53-9a43-0d7c1c1f8a52',
      endpoint: 'sendConversion',
      status: 200,
      path: '/api/v1/pixel/keys/key_7Rk2VbXq9LmT4cWz0NpYsA',
      queue: 'effects',
      tries: 3,
      effect: 'secret_key_issued#key_7Rk2VbXq9LmT4cWz0NpYsA',
      error: {
        name: 'TypeError',
        message: 'x is not a function',
        location: 'file:///app/a.ts:3',
        code: 'ECONNREFUSED',
      },
      statusCode: 500,
      pk: 'pk_live_public',
    };
    expect(JSON.parse(logged(line))).toEqual(line);
  });

  it('an error with its causes, through the logger itself', () => {
    const lines: string[] = [];
    const out = new Logger({ serviceName: 'test', jsonReplacerFn: redact, logLevel: 'INFO' });
    Object.assign(out, { console: { info: (line: string) => lines.push(line) } });
    const cause = Object.assign(new Error('ada@example.com has no sk_live_abcdef'), { token: 'tell-tale' });
    out.info('failed for ada@example.com', { error: new Error('because of ada@example.com', { cause }) });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(hidden);
    expect(lines[0]).not.toMatch(/ada@|abcdef|tell-tale/);
  });

  it('a log line hides of its first 4,096 characters, which bounds the work', () => {
    expect(redact('message', 'x '.repeat(10_000))).toBe(`${'x '.repeat(2048)}…`);
    const started = cpuClock();
    redact('message', 'eyJ'.repeat(5_000_000));
    expect(cpuClock() - started).toBeLessThan(500);
  });

  it('a log line hides in time proportional to the length', () => {
    const started = cpuClock();
    for (const text of ['a'.repeat(50_000), 'a@'.repeat(25_000), 'eyJ'.repeat(16_000), `a@${'a.'.repeat(25_000)}`]) redact('message', text);
    expect(cpuClock() - started).toBeLessThan(1000);
  });
});

it('a log line has its level, service and time in UTC, whatever the zone of the machine', () => {
  expect(new Date(2026, 0, 1).getTimezoneOffset()).not.toBe(0);
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const before = new Date().toISOString();
  log.info('swept', { request_id: 'one' });
  write.mockRestore();
  const { timestamp, ...line } = JSON.parse(lines.join(''));
  expect(line).toEqual({ level: 'INFO', message: 'swept', service: 'adtrail', request_id: 'one' });
  expect(timestamp >= before && timestamp <= new Date().toISOString()).toBe(true);
});
