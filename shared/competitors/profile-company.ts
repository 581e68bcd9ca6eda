import type { CompanyProfile } from '#shared/competitors/rules/discovery-queries.ts';
import { TaskFailed, type TaskRun } from '#shared/tasks/user-task.ts';
import { siteDomain } from '#shared/values/site-domain.ts';
import { plainText } from '#shared/web/page-text.ts';
import type { SiteReading } from '#shared/web/read-site.ts';
import { AddressRefused, SiteUnreachable } from '#shared/web/web.ts';
import { callModel } from './call-model.ts';
import type { DiscoveryDeps } from './discovery-deps.ts';
import { ProfileForm, profileInstructions } from './forms.ts';
import { readWithRetry } from './read-with-retry.ts';

export type DiscoveryParameters = {
  company_website: string;
  company_name?: string | null;
  company_short_desc?: string | null;
  source: 'direct_web_search' | 'lite_signup';
  is_charged?: boolean;
};

type OwnSite = {
  domains: string[];
  reading: Pick<SiteReading, 'title' | 'siteName' | 'description' | 'language' | 'text'> | null;
};

export type Company = { profile: CompanyProfile; domains: readonly string[]; names: readonly string[] };

export async function profileCompany(run: TaskRun, deps: DiscoveryDeps): Promise<Company> {
  const parameters = run.task.parameters as DiscoveryParameters;
  const { company_website, company_name: companyName = null, company_short_desc: companyDescription = null } = parameters;
  await run.report('reading_website', 5);
  const site = await run.step('website', () => readOwn(run, company_website, companyName ?? companyDescription, deps));
  await run.report('profiling', 15);
  const profile = await run.step('profile', async () => {
    const input = {
      website: company_website,
      ...(companyName && { company_name: companyName }),
      ...(companyDescription && { company_description: companyDescription }),
      ...(site.reading && {
        page_title: site.reading.title,
        page_description: site.reading.description,
        page_language: site.reading.language,
        page_text: site.reading.text,
      }),
    };
    const question = { purpose: 'discovery_profile', schema: ProfileForm, instructions: profileInstructions };
    const { object, row } = await callModel(run, { ...question, input, maxOutputTokens: 3000 }, deps);
    return { output: profileOf(object), also: [row] };
  });
  if (!profile)
    throw new TaskFailed('Nothing on the website tells what the company sells. Give the company name, or a website that says more.');
  const names = [profile.name, companyName ?? '', site.reading?.siteName ?? ''].filter(Boolean);
  return { profile, domains: site.domains, names };
}

async function readOwn(
  { isLastTry, task }: TaskRun,
  website: string,
  companyDescription: string | null,
  { web, discoveryLimits }: DiscoveryDeps,
): Promise<OwnSite> {
  const domain = siteDomain(website) ?? '';
  const unread = (): OwnSite => {
    if (companyDescription) return { domains: [domain], reading: null };
    throw new TaskFailed('The website could not be read. Check its address, or give the company name as well.', 'website_unreachable');
  };
  try {
    const reading = await readWithRetry(web, website, discoveryLimits.siteSeconds);
    const { title, siteName, description, language, text, state } = reading;
    const domains = [...new Set([domain, reading.domain ?? domain])];
    if (state === 'read') return { domains, reading: { title, siteName, description, language, text } };
    return state === 'unread' ? { ...unread(), domains } : unread();
  } catch (error) {
    if (error instanceof AddressRefused)
      throw new TaskFailed('The website leads to an address that is not one of the public web.', 'address_refused');
    if (!(error instanceof SiteUnreachable)) throw error;
    // A user sees an error at once, whereas an automatic discovery retries.
    const { source } = task.parameters as DiscoveryParameters;
    const isBackground = source === 'lite_signup' && error.reason !== 'no_such_host';
    if (isBackground && !companyDescription && !isLastTry) throw error;
    return unread();
  }
}

function profileOf(form: ReturnType<typeof ProfileForm.parse>): CompanyProfile | null {
  const line = (text: string, most: number) => plainText(text.replaceAll(/\s+/g, ' '), most);
  const category = line(form.category, 80);
  if (!form.sells_something || category === '') return null;
  return {
    name: line(form.company_name, 80),
    category,
    product: line(form.product, 80),
    segment: line(form.customer_segment, 80),
    geography: line(form.geography, 60),
    country: /^[A-Z]{2}$/.test(form.country ?? '') ? form.country : null,
    language: line(form.language, 20),
    description: line(form.description, 500),
    searchTerms: form.search_terms
      .map((term) => line(term, 80))
      .filter(Boolean)
      .slice(0, 6),
  };
}
