import { endpoints } from '#functions/groups.ts';
import { corsHeaders } from '#shared/http/headers.ts';

const frontEnd = 'https://app.example';
const stranger = 'https://shop.example';

it.each(endpoints)('a cache tells the answers to different origins apart, unless no page may read them: $id', ({ cors }) => {
  for (const origin of [frontEnd, stranger, 'null']) {
    const { vary, 'access-control-allow-origin': allowed } = corsHeaders(cors, origin, [frontEnd]);
    expect(vary).toBe(cors === 'none' ? undefined : 'Origin');
    expect(allowed).toBe(cors === 'any_origin' || (cors === 'front_ends' && origin === frontEnd) ? origin : undefined);
  }
});
