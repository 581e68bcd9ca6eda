import { Cron } from 'croner';
import { inTimeZones, jobs } from '#functions/jobs.ts';

describe('every schedule', () => {
  it('every schedule has its time of the last day of a month, each after those whose work it needs', () => {
    const startOfDay = new Date('2026-11-29T18:30:00Z');
    const times = Object.entries(inTimeZones(jobs, { CREDITS_TIME_ZONE: 'Asia/Kolkata' })).map(([name, { cron, timeZone }]) => {
      const next = new Cron(cron, { timezone: timeZone, paused: true }).nextRun(startOfDay);
      return `${next?.toISOString().slice(0, 16)} ${name}`;
    });
    expect(times.sort()).toEqual([
      '2026-11-29T18:35 canary',
      '2026-11-29T21:00 backup_database',
      '2026-11-29T22:00 prune_old_rows',
      '2026-11-29T23:00 erase_deleted_accounts',
      '2026-11-29T23:30 seal_cells',
      '2026-11-30T03:30 grant_new_signup_credits',
      '2026-11-30T04:00 grant_daily_credits',
      '2026-11-30T05:00 subscription_renewals',
      '2026-11-30T05:30 one_week_checkin',
      '2026-11-30T12:30 assistant_ads_reports',
      '2026-11-30T14:30 partner_monthly_topup',
    ]);
  });

  it('every schedule except the top-up of partners keeps its time zone, and the top-up has the one of credits', () => {
    const [usual, moved] = ['Asia/Kolkata', 'America/New_York'].map((CREDITS_TIME_ZONE) =>
      Object.entries(inTimeZones(jobs, { CREDITS_TIME_ZONE })).map(([name, { timeZone }]) => [name, timeZone]),
    );
    const changed = moved?.filter((entry, at) => entry[1] !== usual?.[at]?.[1]);
    expect(changed).toEqual([['partner_monthly_topup', 'America/New_York']]);
  });

  it('every schedule has its function and its seconds', () => {
    const grants = ['grant_new_signup_credits', 'grant_daily_credits', 'subscription_renewals', 'partner_monthly_topup'];
    const nights = ['backup_database', 'prune_old_rows', 'erase_deleted_accounts', 'seal_cells'];
    expect(Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, [job.function, job.timeoutSeconds]]))).toEqual({
      ...Object.fromEntries(nights.map((name) => [name, ['night-jobs', 60]])),
      ...Object.fromEntries(grants.map((name) => [name, ['grant-jobs', 60]])),
      assistant_ads_reports: ['assistant-ads', 300],
      one_week_checkin: ['lifecycle-mail', 300],
      canary: ['canary', 150],
    });
  });

  it('every schedule runs on one machine too, and retries a failed run, except the canary', () => {
    for (const [name, { isOnlyInCloud = false, isRepeatedAnyway = false }] of Object.entries(jobs))
      expect([isOnlyInCloud, isRepeatedAnyway], name).toEqual(Array(2).fill(name === 'canary'));
  });
});
