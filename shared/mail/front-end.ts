import type { CtaType } from '#shared/messages/lifecycle-mails.ts';

export type FrontEnd = Readonly<Record<CtaType | 'home', string>>;

const defaultPaths: Record<CtaType, string> = {
  login: '/login',
  dashboard: '/dashboard',
  buy_credits: '/credits',
  campaign_studio: '/campaign-studio',
};

export function frontEndAt(baseUrl: string, paths: Partial<Record<CtaType, string>>): FrontEnd {
  const { login, dashboard, buy_credits, campaign_studio } = { ...defaultPaths, ...paths };
  return {
    home: `${baseUrl}/`,
    login: baseUrl + login,
    dashboard: baseUrl + dashboard,
    buy_credits: baseUrl + buy_credits,
    campaign_studio: baseUrl + campaign_studio,
  };
}
