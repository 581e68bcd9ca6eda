/** A host that other machines reach offers none of these (`test/local/exposed.test.ts`). */
export const machineOnly = [
  /** The identity provider signs ID tokens for any local process. */
  'identity_provider',
  'mock_servers',
  /** The inbox shows every mail, including codes. */
  'mail_inbox',
  /** The demo shop holds the demo account's secret key. */
  'demo_shop',
  'start_page',
  'sign_in_by_click',
  'known_secrets',
  'unsigned_calls',
  'webhooks_to_this_machine',
  'site_checks_on_this_machine',
  'local_front_ends',
] as const;
export type MachineOnly = (typeof machineOnly)[number];
export type Offers = Readonly<Record<MachineOnly, boolean>>;

export const offersOf = ({ isExposed }: { isExposed: boolean }) =>
  Object.fromEntries(machineOnly.map((name) => [name, !isExposed])) as Offers;
