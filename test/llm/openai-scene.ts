import type { Fault, VendorRequest } from '#lib/local/mock-servers.ts';
import { llm } from '#lib/local/vendors/llm.ts';
import { moderation } from '#lib/local/vendors/moderation.ts';
import { search } from '#lib/local/vendors/search.ts';
import { vendorServer } from '#lib/local/vendors/vendor-server.ts';
import type { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';

export async function mockServerOf(vendor: 'llm' | 'moderation' | 'search') {
  const requests: Omit<VendorRequest, 'at'>[] = [];
  const faults: Partial<Fault>[] = [];
  const server = await vendorServer({ llm, moderation, search }[vendor](), {
    note: (request) => void requests.push(request),
    fault: () => faults.shift() as Fault | undefined,
  });
  return { baseUrl: server.baseUrl, stop: server.stop, requests, faults };
}

/** With this key, paid calls run against the vendor. */
const { LLM_TEST_KEY, LLM_TEST_BASE_URL = 'https://api.openai.com/v1', LLM_TEST_MODEL } = process.env;

export const places = (mockServer: () => string, standardModel: string) => [
  { place: 'the mock server', baseUrl: mockServer, key: 'any', model: standardModel },
  ...(LLM_TEST_KEY
    ? [
        {
          place: 'the vendor',
          baseUrl: () => LLM_TEST_BASE_URL,
          key: LLM_TEST_KEY,
          model: standardModel.startsWith('omni') ? standardModel : (LLM_TEST_MODEL ?? standardModel),
        },
      ]
    : []),
];

export const failureOf = async (call: Promise<unknown>) => {
  const error = (await call.then(
    () => ({ name: 'none' }),
    (thrown: unknown) => thrown,
  )) as VendorUnavailable;
  const { name, vendor, failure, status, code } = error;
  return { name, vendor, failure, ...(status && { status }), ...(code && { code }) };
};

export const spentOn = async (call: Promise<unknown>) =>
  (
    (await call.then(
      () => ({}),
      (thrown: unknown) => thrown,
    )) as VendorUnavailable
  ).spent;
