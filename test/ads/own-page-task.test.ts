import { ownPageTask } from '#shared/ads/own-page-task.ts';
import { TaskFailed } from '#shared/tasks/user-task.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { AddressRefused, SiteUnreachable } from '#shared/web/web.ts';

const vendor = 'The ad library';
const run = { task: { parameters: { website: 'https://shop.example/', company: null } } } as never;
const after = async (error: Error) => {
  const deps = {
    web: {
      async fetch() {
        throw error;
      },
    },
    adLibrary: { searchPages: async () => [] },
  };
  try {
    return await ownPageTask(run, deps as never);
  } catch (caught) {
    return caught instanceof TaskFailed ? (caught as unknown as { code: string }).code : (caught as Error).message;
  }
};

it.each([
  [new AddressRefused(), 'address_refused'],
  [new SiteUnreachable('timeout'), 'website_unreachable'],
  [new VendorUnavailable(vendor, 'busy', { retryAfterSeconds: 7 }), { result: { retryAfterSeconds: 7 } }],
  [new VendorUnavailable(vendor, 'failed'), { result: { retryAfterSeconds: 30 } }],
  [new Error('a fault of ours'), 'a fault of ours'],
])('a search for the own page that meets %s ends so', async (error, expected) => {
  expect(await after(error)).toEqual(expected);
});
