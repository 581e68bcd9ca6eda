import { vendorSecretsFor } from './environment.ts';
import { startMockServers } from './mock-servers.ts';
import { siblingPort } from './open-port.ts';
import { billingBooks } from './vendors/billing-books.ts';
import { billingEvents } from './vendors/billing-events.ts';
import { mailEvents } from './vendors/mail-events.ts';
import { partnerEvents } from './vendors/partner-events.ts';
import { startVendors } from './vendors/start-vendors.ts';

type Settings = {
  port: number;
  sqs: string;
  idToken(claims: Record<string, unknown>): Promise<string>;
  atStop(close: () => unknown): void;
};

export async function startMocks({ port, sqs, idToken, atStop }: Settings) {
  const books = billingBooks();
  const webhooks = `http://127.0.0.1:${port}/api/v1/webhooks`;
  const { billing_webhook_secret, partner_webhook_key } = vendorSecretsFor(process.env);
  const mockServers = await startMockServers(
    idToken,
    {
      'POST /billing/events': billingEvents({
        books,
        webhook: `${webhooks}/billing`,
        secret: billing_webhook_secret,
      }),
      'POST /mail/events': mailEvents(sqs),
      'POST /partner/events': partnerEvents({ webhook: `${webhooks}/partner`, secret: partner_webhook_key }),
    },
    siblingPort(port, 'vendors'),
  );
  atStop(() => mockServers.stop());
  const vendors = await startVendors(mockServers, { books });
  atStop(() => vendors.stop());
  return { endpoint: mockServers.endpoint, vendors: vendors.endpoints };
}
