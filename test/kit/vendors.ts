import type { Fault, VendorRequest } from '#lib/local/mock-servers.ts';
import { billingBooks } from '#lib/local/vendors/billing-books.ts';
import { siteHosts, startVendors } from '#lib/local/vendors/start-vendors.ts';

export type TestVendors = Awaited<ReturnType<typeof startTestVendors>>;

/**
 * Every vendor's stand-in, for one test file: `startApp(world, { env: vendors.env })` leads the service to them. Stop
 * them in `afterAll`.
 */
export async function startTestVendors() {
  let requests: Omit<VendorRequest, 'at'>[] = [];
  const faults: Fault[] = [];
  let chance: (vendor: string, path: string) => Omit<Fault, 'times'> | undefined = () => undefined;
  const { endpoints, stop } = await startVendors(
    {
      note: (request) => void requests.push(request),
      fault(vendor, path = '') {
        const found = faults.find((fault) => fault.vendor === vendor);
        if (!found) return chance(vendor, path);
        found.times--;
        if (found.times === 0) faults.splice(faults.indexOf(found), 1);
        return found;
      },
    },
    { books: billingBooks() },
  );
  return {
    env: {
      ...Object.fromEntries(
        Object.entries(endpoints).map(([name, baseUrl]) => [`${name.toUpperCase()}_BASE_URL`, baseUrl]),
      ),
      SITE_HOSTS: JSON.stringify(siteHosts(endpoints)),
    },
    endpoints,
    /** What a vendor was asked since the last `forget`. */
    asked: (vendor: string) => requests.filter((request) => request.vendor === vendor),
    forget() {
      requests = [];
      faults.length = 0;
      chance = () => undefined;
    },
    /** The next `times` requests of a vendor meet this. */
    fault: (fault: Omit<Fault, 'times'> & { times?: number }) => void faults.push({ times: 1, ...fault }),
    /** Every request that meets no planned fault meets what this answers for its vendor and path (of `sites` with the host). */
    faultsBy(next: typeof chance) {
      chance = next;
    },
    stop,
  };
}
