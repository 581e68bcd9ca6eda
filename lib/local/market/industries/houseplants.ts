import type { IndustryTable } from '../read-industry.ts';

export const houseplants: IndustryTable = {
  industry: 'home and garden',
  category: 'houseplants online',
  rows: `
Fernpost             | fernpost.example       | US | en | alive                 | houseplants, pots, plant food                 | Houseplants by post: potted, acclimatised and guaranteed to arrive alive.
Potted Parlour       | pottedparlour.example  | GB | en | alive                 | indoor plants, ceramic pots, gifts            | Indoor plants and handmade pots delivered to your door, with care by text message.
Leafmeridian         | leafmeridian.example   | US | en | alive                 | rare houseplants, cuttings                    | Rare houseplants and rooted cuttings from growers we know by name.
Monsterly            | monsterly.example      | US | en | alive                 | monsteras, aroids, moss poles                 | Monsteras, philodendrons and everything that climbs, with the poles to climb on.
Dschungelzimmer      | dschungelzimmer.example | DE | de | alive                | Zimmerpflanzen, Töpfe, Erde                   | Zimmerpflanzen online kaufen: sicher verpackt, mit torffreier Erde und Pflegeplan.
Planthuys            | planthuys.example      | NL | en | alive                 | large houseplants, office plants, hydroponics | Large houseplants straight from the Dutch auction, delivered to homes and offices.
Succulentry          | succulentry.example    | US | en | alive                 | succulents, cacti, terrariums                 | Succulents and cacti online, with subscription boxes for small window sills.
Shadeleaf            | shadeleaf.example      | GB | en | alive                 | low-light houseplants, grow lamps             | Houseplants that live in dark flats, and lamps for those that would rather not.
Petalless            | petalless.example      | US | en | alive                 | pet-safe houseplants, planters                | Houseplants that are safe for cats and dogs, checked by a vet.
Tulsi & Co.          | tulsiandco.example     | IN | en | alive                 | houseplants, herbs, planters                  | Houseplants, herbs and self-watering planters delivered across India.
Boreal Botanics      | borealbotanics.example | CA | en | alive                 | winter-shipped houseplants, heat packs        | Houseplants shipped warm all winter, from coast to coast.
Wattle & Frond       | wattleandfrond.example | AU | en | alive                 | native indoor plants, baskets                 | Native Australian plants for indoors, grown in recycled pots.
Bloomcupboard        | bloomcupboard.example  | US | en | dead                  | orchids                                       | Orchids and flowering houseplants by mail.
Twigmail             | twigmail.example       | GB | en | parked                | plant subscriptions                           | A houseplant a month through your letter box.
Palmhouse Supply     | palmhousesupply.example | US | en | walled               | palms, office plants                          | Palms and large houseplants for offices and hotels.
Aroidery             | aroidery.example       | US | en | -> monsterly.example  | aroids                                        | Collectors' aroids, now part of Monsterly.
`,
};
