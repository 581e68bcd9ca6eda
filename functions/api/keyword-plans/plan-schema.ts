import * as z from 'zod';
import type { KeywordCampaign, KeywordPlan } from '#shared/keyword-plans/rules/keyword-plan.ts';
import { type NegativeKeyword, negativeMatchTypes } from '#shared/keyword-plans/rules/keywords.ts';

const Negative = z
  .object({
    text: z.string().meta({ description: 'The keyword.' }),
    match_type: z.enum(negativeMatchTypes).meta({ description: 'How closely a search must match the keyword.' }),
  })
  .meta({ id: 'NegativeKeyword' });
const Campaign = z
  .object({
    name: z.string().meta({ description: 'Name of the campaign.' }),
    keywords: z
      .array(
        z.object({
          text: z.string().meta({ description: 'The keyword.' }),
          match_type: z.literal('exact').meta({ description: 'How closely a search must match the keyword.' }),
        }),
      )
      .length(10)
      .meta({ description: 'Ten keywords that are in no other campaign of the plan.' }),
    negative_keywords: z.array(Negative).meta({ description: 'Negative keywords. None of them blocks a keyword.' }),
  })
  .meta({ id: 'KeywordCampaign' });

export const Plan = z
  .object({
    id: z.string(),
    version: z.int().min(1).meta({ description: 'Number of the plan, counted per user.' }),
    created_at: z.iso.datetime(),
    company_metadata: z
      .object({
        name: z.string().meta({ description: 'Name of the company.' }),
        website: z.string().meta({ description: 'Website of the company.' }),
        business_model: z.string().meta({ description: 'How the company earns money, such as `e-commerce`.' }),
        geo_target: z.string().meta({ description: 'Region the plan targets.' }),
        language: z.string().meta({ description: 'Language of the keywords.' }),
        primary_conversion: z.string().meta({ description: 'The conversion the plan aims for.' }),
        target_audience: z.string().meta({ description: 'Customers of the company.' }),
        value_proposition: z.string().meta({ description: 'What sets the company apart.' }),
      })
      .meta({ description: 'What the plan assumes about the company.' }),
    brand_campaign: Campaign.meta({ description: 'Keywords for people who search for the brand.' }),
    non_brand_campaign: Campaign.meta({
      description: 'Keywords for people who do not search for the brand.',
    }),
    shared_negative_keywords: z.array(Negative).meta({ description: 'Negative keywords of both campaigns.' }),
  })
  .meta({ id: 'KeywordPlan' });

const negative = ({ text, matchType }: NegativeKeyword) => ({ text, match_type: matchType });
const campaign = ({ name, keywords, negatives }: KeywordCampaign) => ({
  name,
  keywords: keywords.map((text) => ({ text, match_type: 'exact' as const })),
  negative_keywords: negatives.map(negative),
});

export const planRecord = (plan: KeywordPlan): z.input<typeof Plan> => ({
  id: plan.id,
  version: plan.version,
  created_at: plan.createdAt,
  company_metadata: {
    name: plan.company.name,
    website: plan.company.website,
    business_model: plan.company.businessModel,
    geo_target: plan.company.geoTarget,
    language: plan.company.language,
    primary_conversion: plan.company.primaryConversion,
    target_audience: plan.company.targetAudience,
    value_proposition: plan.company.valueProposition,
  },
  brand_campaign: campaign(plan.brand),
  non_brand_campaign: campaign(plan.nonBrand),
  shared_negative_keywords: plan.sharedNegatives.map(negative),
});

const exampleCampaign = (name: string, word: string, negatives: readonly NegativeKeyword[]) =>
  campaign({
    name,
    keywords: ['shoes', 'trail shoes', 'shop', 'sale', 'size guide', 'women', 'men', 'wide fit', 'returns', 'outlet'].map(
      (rest) => `${word} ${rest}`,
    ),
    negatives,
  });

export const planExample: z.input<typeof Plan> = {
  id: 'kwp_task_7YkQ2c9XbR4mVtN1sLpE0w',
  version: 1,
  created_at: '2026-11-21T12:01:10.000Z',
  company_metadata: {
    name: 'Northwind Shoes',
    website: 'https://northwind.example/',
    business_model: 'online retail of its own shoes',
    geo_target: 'United States',
    language: 'en',
    primary_conversion: 'purchase',
    target_audience: 'runners',
    value_proposition: 'light shoes that last',
  },
  brand_campaign: exampleCampaign('Brand', 'northwind', []),
  non_brand_campaign: exampleCampaign('Non-brand', 'running', [{ text: 'northwind', matchType: 'phrase' }]),
  shared_negative_keywords: [{ text: 'jobs', match_type: 'broad' }],
};
