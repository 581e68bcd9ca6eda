import { trafficSignals } from '#shared/clicks/rules/traffic.ts';
import { trafficText } from '../../web/console/events/click-facts.ts';

it.each(trafficSignals)('the signal %s of a click is shown in words', (signal) => {
  const shown = trafficText({ click: { source: 'google', medium: 'cpc', traffic: 'bot', signals: [signal] } });
  expect(shown).toContain(`(${signal.split('_').join(' ')})`);
});

it('several signals of a click are shown, and the correction by its event', () => {
  const click = { source: 'google', medium: 'cpc', traffic: 'suspect', signals: ['shared_click_id', 'click_flood'] };
  expect(trafficText({ click, traffic: 'suspect' })).toMatch(/ \(shared click id, click flood\)$/);
  expect(trafficText({ click, traffic: 'human' })).toMatch(/ \(shared click id, click flood\), corrected by the event: \S/);
});
