import { randomUUID } from 'node:crypto';
import type { VendorRequest } from '#lib/local/mock-servers.ts';
import { messaging } from '#lib/local/vendors/messaging.ts';
import { type VendorServer, vendorServer } from '#lib/local/vendors/vendor-server.ts';
import { NumberUnreachable } from '#shared/accounts/codes/messenger.ts';
import { whatsappCodeOf, whatsappMessenger } from '#shared/accounts/codes/vendors/whatsapp-messenger.ts';
import { log } from '#shared/log.ts';
import { vendorCall } from '#shared/vendors/vendor-call.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';

const noted: Omit<VendorRequest, 'at'>[] = [];
const faults: { status?: number; delay_ms?: number; cut?: boolean }[] = [];
let server: VendorServer;
beforeAll(async () => {
  server = await vendorServer(messaging(), {
    note: (request) => void noted.push(request),
    fault: () => {
      const fault = faults.shift();
      return fault && { vendor: 'messaging', ...fault };
    },
  });
});
afterAll(() => server.stop());
beforeEach(() => void noted.splice(0));

type Given = {
  baseUrl?: string;
  token?: string;
  template?: string;
  language?: string;
  phoneNumberId?: string;
};
const messenger = ({ baseUrl = server.baseUrl, token = 'local', ...given }: Given = {}) =>
  whatsappMessenger({
    call: vendorCall({
      vendor: 'messaging',
      baseUrl,
      stage: 'local',
      timeoutMs: 300,
      codeOf: whatsappCodeOf,
    }),
    token: async () => token,
    phoneNumberId: '100000000000001',
    template: 'verification_code',
    language: 'en_US',
    ...given,
  });
const failureOf = (sending: Promise<void>) =>
  sending.then(
    () => undefined,
    (error) => error,
  );
const phone = '+351912345678';

describe('the messenger', () => {
  it('the messenger sends the code twice in one template message, to the digits of the number', async () => {
    await messenger().sendCode(phone, '042917');
    const parameters = [{ type: 'text', text: '042917' }];
    expect(noted).toEqual([
      {
        vendor: 'messaging',
        method: 'POST',
        path: '/v26.0/100000000000001/messages',
        body: {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: '351912345678',
          type: 'template',
          template: {
            name: 'verification_code',
            language: { code: 'en_US' },
            components: [
              { type: 'body', parameters },
              { type: 'button', sub_type: 'url', index: '0', parameters },
            ],
          },
        },
      },
    ]);
  });

  it('the messenger distinguishes a number that cannot receive from other errors', async () => {
    expect(await failureOf(messenger().sendCode('+351912340001', '042917'))).toBeInstanceOf(NumberUnreachable);
  });

  it.each([
    ['too many messages', '+351912340002', {}, { failure: 'busy', status: 429, code: '130429' }],
    ['no answer in time', '+351912340003', {}, { failure: 'no_answer' }],
    ['a bad token', phone, { token: '' }, { failure: 'refused', status: 401, code: '190' }],
    ['an unknown template', phone, { template: 'other' }, { failure: 'refused', status: 404, code: '132001' }],
    ['another language', phone, { language: 'pt_PT' }, { failure: 'refused', status: 404, code: '132001' }],
    ['nobody there', phone, { baseUrl: 'http://127.0.0.1:9' }, { failure: 'no_answer' }],
    ['another path', phone, { phoneNumberId: '1/2' }, { failure: 'refused', status: 404, code: '2500' }],
  ] as const)('the messenger reports %s as a failure after one try', async (_name, to, given, expected) => {
    const error = await failureOf(messenger(given).sendCode(to, '042917'));
    expect(error).toBeInstanceOf(VendorUnavailable);
    expect(error).toMatchObject({ vendor: 'messaging', ...expected });
    expect(noted.length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['a fault of the vendor', { status: 500 }, { failure: 'failed', status: 500 }],
    ['throttling', { status: 429 }, { failure: 'busy', status: 429 }],
    ['an answer that is broken off', { cut: true }, { failure: 'no_answer' }],
    ['an answer that comes too late', { delay_ms: 2000 }, { failure: 'no_answer' }],
  ])('the messenger never repeats a message automatically: %s', async (_name, fault, expected) => {
    faults.push(fault);
    expect(await failureOf(messenger().sendCode(phone, '042917'))).toMatchObject(expected);
    expect(noted).toHaveLength(1);
  });

  it('the messenger notifies an operator of errors that only an operator can fix, without number, code or token', async () => {
    const token = randomUUID();
    const told = vi.spyOn(log, 'error').mockImplementation(() => {});
    try {
      const error = await failureOf(messenger({ token, template: 'other' }).sendCode(phone, '042917'));
      await failureOf(messenger().sendCode('+351912340002', '042917'));
      expect(told.mock.calls).toEqual([['messaging refused', { status: '404', vendor_error: '132001' }]]);
      const said = `${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`;
      for (const secret of [token, '042917', '351912345678']) expect(said).not.toContain(secret);
    } finally {
      told.mockRestore();
    }
  });

  it('the messenger names the missing setting', async () => {
    expect((await failureOf(messenger({ phoneNumberId: '' }).sendCode(phone, '042917')))?.message).toBe(
      'MESSAGING_PHONE_NUMBER_ID is not set.',
    );
  });
});

const { MESSAGING_TEST_TOKEN, MESSAGING_TEST_PHONE_NUMBER_ID, MESSAGING_TEST_TO, MESSAGING_TEST_BASE_URL } = process.env;
const isConfigured = MESSAGING_TEST_TOKEN && MESSAGING_TEST_PHONE_NUMBER_ID && MESSAGING_TEST_TO;

describe('the messenger at the vendor', () => {
  (isConfigured ? it : it.skip)(
    'sends a code (runs with MESSAGING_TEST_TOKEN, MESSAGING_TEST_PHONE_NUMBER_ID and MESSAGING_TEST_TO)',
    async () => {
      const real = whatsappMessenger({
        call: vendorCall({
          vendor: 'messaging',
          baseUrl: MESSAGING_TEST_BASE_URL ?? 'https://graph.facebook.com/v26.0',
          stage: 'dev',
          timeoutMs: 10_000,
          codeOf: whatsappCodeOf,
        }),
        token: async () => MESSAGING_TEST_TOKEN ?? '',
        phoneNumberId: MESSAGING_TEST_PHONE_NUMBER_ID ?? '',
        template: process.env.MESSAGING_TEST_TEMPLATE ?? 'verification_code',
        language: 'en_US',
      });
      await real.sendCode(MESSAGING_TEST_TO ?? '', '042917');
    },
  );
});
