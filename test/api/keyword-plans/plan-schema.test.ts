import { Plan, planRecord } from '#functions/api/keyword-plans/plan-schema.ts';

const campaign = (name: string) => ({
  name,
  keywords: Array.from({ length: 10 }, (_, at) => `${name} ${at}`),
  negatives: [{ text: `not ${name}`, matchType: 'phrase' as const }],
});
const campaignRecord = (name: string) => ({
  name,
  keywords: Array.from({ length: 10 }, (_, at) => ({ text: `${name} ${at}`, match_type: 'exact' })),
  negative_keywords: [{ text: `not ${name}`, match_type: 'phrase' }],
});

it('each field of a keyword plan has its own value', () => {
  const record = planRecord({
    id: 'kwp_1',
    userId: 7,
    version: 3,
    taskId: 'task_1',
    model: 'gpt',
    createdAt: '2026-11-21T12:01:10.000Z',
    company: {
      name: 'the name',
      website: 'the website',
      businessModel: 'the business model',
      geoTarget: 'the geo target',
      language: 'the language',
      primaryConversion: 'the primary conversion',
      targetAudience: 'the target audience',
      valueProposition: 'the value proposition',
    },
    brand: campaign('brand'),
    nonBrand: campaign('other'),
    sharedNegatives: [{ text: 'jobs', matchType: 'broad' }],
  });
  const fields = Object.keys(Plan.shape.company_metadata.shape);
  expect(record).toEqual({
    id: 'kwp_1',
    version: 3,
    created_at: '2026-11-21T12:01:10.000Z',
    company_metadata: Object.fromEntries(fields.map((field) => [field, `the ${field.replaceAll('_', ' ')}`])),
    brand_campaign: campaignRecord('brand'),
    non_brand_campaign: campaignRecord('other'),
    shared_negative_keywords: [{ text: 'jobs', match_type: 'broad' }],
  });
});
