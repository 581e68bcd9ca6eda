const usual: Record<string, string> = {
  reconciliation_id: 'Id of the reconciliation.',
  ad_group: 'Ad group of the click.',
  ad_id: 'Ad of the click.',
  at: 'When it happened.',
  campaign: 'Campaign of the click.',
  clicks: 'Number of clicks.',
  code: 'Machine-readable code. It does not change.',
  company: 'Company name.',
  company_short_desc: 'Short description of what the company does.',
  company_website: 'Website of the company. Required for ads and competitors.',
  completed_at: 'When it was completed, or `null`.',
  count: 'Number of events.',
  created_at: 'When it was created.',
  currency: 'Three-letter currency code.',
  day: 'The day, in UTC.',
  description: 'Short description.',
  email: 'E-mail address.',
  environment: '`live` or `test`. Test data is kept apart from live data.',
  event_id: 'Your id of the event.',
  event_type: 'Your name for what happened, such as `order_created`.',
  from: 'First day, inclusive.',
  full_name: 'Full name of the person.',
  heading: 'Heading of the column in the file.',
  id: 'Unique id.',
  is_active: 'Whether the account is active.',
  kind: 'Kind of the record.',
  license_key: 'Licence key of the partner.',
  limit: 'Maximum number of results.',
  matched: 'Number of orders whose ID has an event.',
  manager_user_id: 'Id of the user who manages the client.',
  message: 'One sentence for a person.',
  name: 'Name.',
  next_cursor: 'Pass it as `cursor` to get the next page. `null` on the last page.',
  occurred_at: 'When the event happened.',
  password: 'The password.',
  percent: 'Progress from 0 to 100.',
  pixel_key: 'The public key (`pk_…`) of the pixel.',
  progress: 'Progress of the task.',
  reason: 'Why.',
  received_at: 'When the service received it.',
  request_id: 'Id of the request, as in the header `x-request-id`.',
  revoked_at: 'When the key was revoked, or `null`.',
  role: 'Role of the person in the company.',
  rotated_at: 'When the key was last rotated, or `null`.',
  spend_after: 'The spend after it, as an exact decimal.',
  spend_coverage: 'The parts that the ratios use.',
  spend_before: 'The spend before it, as an exact decimal.',
  started_at: 'When the ad started running, or `null`.',
  status: 'Current status.',
  task_id: 'Id of the task.',
  title: 'Title.',
  to: 'Last day, inclusive.',
  token: 'Signed token from the link.',
  total: 'Total number.',
  updated_at: 'When it was last changed.',
  url: 'Address.',
  user: 'The user.',
  user_id: 'Id of the user.',
  value: 'Amount of money, as an exact decimal.',
};

export function withDescriptions(schema: Json): Json {
  describeFields(schema);
  return schema;
}

function describeFields(schema: unknown): void {
  if (Array.isArray(schema)) for (const entry of schema) describeFields(entry);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
  const { properties = {}, items, additionalProperties, allOf, anyOf, oneOf } = schema as Nested;
  for (const [name, field] of Object.entries(properties)) {
    const words = usual[name];
    if (words !== undefined) field.description ??= words;
    describeFields(field);
  }
  for (const inner of [items, additionalProperties, allOf, anyOf, oneOf]) describeFields(inner);
}

type Nested = {
  properties?: Record<string, Json>;
  items?: Json;
  additionalProperties?: Json | boolean;
  allOf?: Json[];
  anyOf?: Json[];
  oneOf?: Json[];
};

export type Json = Record<string, unknown>;
