import * as z from 'zod';
import { Channel, Paid } from '#functions/api/channel-schema.ts';
import { clickRules } from '#shared/clicks/needs.ts';
import { channelOf } from '#shared/clicks/rules/classify.ts';
import { clickSourceOf } from '#shared/clicks/rules/landing-source.ts';
import { referrerHostOf } from '#shared/clicks/rules/referrer.ts';
import { readLanding } from '#shared/conversions/rules/landing.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';

export const previewChannel = defineEndpoint({
  id: 'previewChannel',
  method: 'GET',
  path: '/api/v1/pixel/channel-rules/preview',
  auth: 'view',
  needs: { clickRules },
  summary: 'Preview the channel of a link',
  description:
    'Returns the channel that a click with this landing page would get now, the rule that decides, and what was read from the link. Nothing is stored and no page is loaded.',
  query: z.object({
    url: z
      .url({ protocol: /^https?$/ })
      .max(8192)
      .meta({ description: 'The URL of the landing page, with its parameters.' }),
    referrer: z.string().max(8192).optional().meta({ description: 'The address of the page before, such as `https://www.google.com/`.' }),
  }),
  responses: {
    200: z
      .object({
        channel: Channel,
        paid: Paid,
        rule: z.string().meta({
          description: 'The rule that decides, and its version: `account.<id>@<version>` for one of yours.',
        }),
        source: z.string().meta({ description: '`utm_source` of the link.' }),
        medium: z.string().meta({ description: '`utm_medium` of the link.' }),
        campaign: z.string(),
        referrer_host: z.string().meta({
          description: 'Empty for none, for a page of the same site and for a payment page.',
        }),
        network_click_ids: z.array(z.string()).meta({ description: 'Names of the click IDs of ad networks that the link has.' }),
        link_fault: z.string().nullable().meta({
          description: 'What is wrong with the parameters of the link, such as `amp utm_campaign`; else `null`.',
        }),
      })
      .meta({ id: 'ChannelPreview' }),
  },
  example: {
    query: { url: 'https://shop.example/?utm_source=chatgpt.com&oppref=x' },
    responses: {
      200: {
        channel: 'assistant_paid',
        paid: true,
        rule: 'assistant_click_id@2.2026-11-26',
        source: 'chatgpt.com',
        medium: '',
        campaign: '',
        referrer_host: '',
        network_click_ids: ['oppref'],
        link_fault: null,
      },
    },
  },

  async handle({ query, actor }, { clickRules }) {
    const url = new URL(query.url);
    const { landing, source, hasOwnCampaign } = readLanding(url);
    const { campaign, networkClickIds, linkFault = null } = landing;
    const referrerHost = referrerHostOf(query.referrer, url.hostname);
    const click = clickSourceOf(source, { campaign, hasOwnCampaign, referrerHost }, networkClickIds);
    const { channelRules, channelVersion } = await clickRules.read(actor.accountId);
    return ok({
      ...channelOf(click, channelRules, channelVersion),
      source: source.source,
      medium: source.medium,
      campaign,
      referrer_host: referrerHost,
      network_click_ids: Object.keys(networkClickIds),
      link_fault: linkFault,
    });
  },
});
