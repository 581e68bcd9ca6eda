import type { IndustryTable } from '../read-industry.ts';

export const runningShoes: IndustryTable = {
  industry: 'footwear',
  category: 'running shoes',
  rows: `
Northwind Shoes      | northwind.example      | US | en | alive                 | road shoes, trail shoes, running socks        | Running shoes made to be repaired: lightweight road and trail pairs with soles that can be replaced.
Strideloom           | strideloom.example     | US | en | alive                 | daily trainers, race flats, insoles           | Knitted daily trainers and race flats for runners who want one pair from the first mile to race day.
Pacewright           | pacewright.example     | US | en | alive                 | marathon shoes, carbon racers, tempo shoes    | Marathon and tempo running shoes, fitted online from a video of ten seconds of your stride.
Tarnfell Running     | tarnfell.example       | GB | en | alive                 | fell shoes, trail shoes, gaiters              | Grippy trail and fell running shoes, tested on wet Cumbrian rock and resoled for life.
Moss & Mile          | mossandmile.example    | GB | en | alive                 | road shoes, walking shoes, laces              | Plastic-free running shoes from wool, cork and natural rubber for everyday road miles.
Laufharz             | laufharz.example       | DE | de | alive                 | Laufschuhe, Trailschuhe, Einlagen             | Laufschuhe aus dem Harz: gedämpfte Straßen- und Trailschuhe mit passenden Einlagen.
Vadelma Run          | vadelmarun.example     | FI | en | alive                 | winter running shoes, spikes, trail shoes     | Studded winter running shoes and trail shoes for ice, slush and forest paths.
Alder Track Co.      | aldertrack.example     | CA | en | alive                 | track spikes, road shoes, youth shoes         | Track spikes and running shoes for school and club athletes at fair prices.
Gravelheart          | gravelheart.example    | US | en | alive                 | gravel shoes, trail shoes, hydration vests    | Running shoes for gravel and light trail: one pair for the road to the woods and back.
Okapi Runners        | okapirunners.example   | KE | en | alive                 | road shoes, race flats                        | Road running shoes designed and made with athletes in Iten, sold straight to runners.
Nimbuspath           | nimbuspath.example     | IN | en | alive                 | cushioned shoes, daily trainers, sandals      | Cushioned running shoes and daily trainers shaped for wider feet and hot roads.
Sollane              | sollane.example        | AU | en | alive                 | stability shoes, road shoes, recovery slides  | Stability running shoes and recovery slides recommended by physiotherapists.
Brackenpace          | brackenpace.example    | GB | en | dead                  | trail shoes                                   | Trail running shoes for muddy winters.
Hopfield Athletics   | hopfieldathletics.example | US | en | parked             | running shoes, racing shirts                  | Running shoes and racing shirts from a family shop in Ohio.
Ironhollow Trail     | ironhollow.example     | US | en | walled                | trail shoes, approach shoes                   | Armoured trail running shoes for ultra distances and sharp rock.
Tempolarch           | tempolarch.example     | US | en | -> strideloom.example | race flats                                    | Race flats with wooden plates, now part of Strideloom.
`,
};
