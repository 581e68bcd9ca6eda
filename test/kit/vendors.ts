import type { Fault, VendorRequest } from '#lib/local/mock-servers.ts';
import { billingBooks } from '#lib/local/vendors/billing-books.ts';
import { siteHosts, startVendors } from '#lib/local/vendors/start-vendors.ts';

export type TestVendors = Awaited<ReturnType<typeof startTestVendors>>;

/** `startApp(world, { env: vendors.env })` connects a service to the mock servers. Stop them in `afterAll`. */
export async function startTestVendors() {
  let requests: Omit<VendorRequest, 'at'>[] = [];
  const faults: Fault[] = [];
  let chance: (vendor: string, path: string) => Omit<Fault, 'times'> | undefined = () => undefined;
  const { endpoints, stop } = await startVendors(
    {
      note: (request) => void requests.push(request),
      fault(vendor, path = '') {
        const matchingFault = faults.find((fault) => fault.vendor === vendor);
        if (!matchingFault) return chance(vendor, path);
        matchingFault.times--;
        if (matchingFault.times === 0) faults.splice(faults.indexOf(matchingFault), 1);
        return matchingFault;
      },
    },
    { books: billingBooks() },
  );
  return {
    env: {
      ...Object.fromEntries(Object.entries(endpoints).map(([name, baseUrl]) => [`${name.toUpperCase()}_BASE_URL`, baseUrl])),
      SITE_HOSTS: JSON.stringify(siteHosts(endpoints)),
    },
    endpoints,
    asked: (vendor: string) => requests.filter((request) => request.vendor === vendor),
    forget() {
      requests = [];
      faults.length = 0;
      chance = () => undefined;
    },
    fault: (fault: Omit<Fault, 'times'> & { times?: number }) => void faults.push({ times: 1, ...fault }),
    /** Keys are vendor and path; the path of `sites` includes the host. */
    faultsBy(next: typeof chance) {
      chance = next;
    },
    stop,
  };
}
