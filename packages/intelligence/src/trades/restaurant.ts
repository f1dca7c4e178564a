import type { TradePack } from '../taxonomy.ts'
import { drinks, foods } from './foods.ts'

export const restaurant: TradePack = {
  labels: {
    quality: 'Food and drink',
    service: 'Service at the table',
    booking: 'Reservations',
    wait: 'Waiting and pace',
    communication: 'Keeping guests informed',
    comfort: 'Seating and comfort',
  },
  topics: [
    {
      key: 'quality.pasta',
      name: 'the pasta',
      terms:
        'pasta|pastas, spaghetti, tagliatelle, pappardelle, linguine, ravioli, gnocchi, lasagne|lasagna, carbonara, cacio e pepe, ragu|ragù, amatriciana, cannelloni, tortellini, rigatoni, penne, orecchiette, vongole, pesto, bolognese, alfredo',
      praise: 'al dente, homemade pasta, fresh pasta, handmade pasta',
      complaints: 'overcooked pasta, pasta was|were overcooked, mushy pasta',
    },
    {
      key: 'quality.pizza',
      name: 'the pizza',
      terms: 'pizza|pizzas, margherita, calzone, crust, dough, focaccia',
      complaints: 'soggy base|crust|pizza|middle, burnt base|crust',
    },
    {
      key: 'quality.desserts',
      name: 'the desserts',
      terms: 'dessert|desserts, tiramisu|tiramisù, panna cotta, gelato, cannoli, affogato, ice cream, cake, cheesecake',
    },
    {
      key: 'quality.drinks',
      name: 'the drinks',
      terms: `drink|drinks, wine|wines, wine list, house wine, cocktail*, beer|beers, espresso, coffee, cappuccino, negroni, spritz, prosecco, chianti, montepulciano, ${drinks}`,
      complaints: 'watered down, corked, flat beer, warm beer',
    },
    {
      key: 'quality.portions',
      name: 'the portions',
      terms: 'portion|portions, portion size*, helping|helpings',
      praise: 'generous, huge, plentiful, hearty, good sized, left full, left stuffed',
      complaints:
        'small portion*, tiny portion*, portions are|were|have small|tiny|smaller|shrunk|got|become, portion was|is small|tiny, still hungry, left hungry, shrunk, shrinking, smaller than before, three ravioli, # pieces of',
    },
    {
      key: 'quality.temperature',
      name: 'dishes that were cold or went back',
      praised: 'dishes that arrive hot',
      complaints:
        'food was|were|came|arrived cold|lukewarm, arrived cold, came cold, came out cold, served cold, stone cold, lukewarm, luke warm, barely warm, cold pasta|pizza|food|soup|risotto|lasagne|plates, pasta|pizza|risotto|soup|lasagne|main|mains|gnocchi was|were cold|lukewarm, gone cold, went cold, had to send _ back, sent _ back',
      praise: 'piping hot, served hot, arrived hot',
    },
    {
      key: 'quality.food',
      name: 'the food',
      whole: true,
      terms: `food, meal|meals, dish|dishes, cooking, cuisine, kitchen, chef, menu, starter|starters, antipasti, antipasto, bruschetta, burrata, main course*, mains, main, lunch, dinner, breakfast, brunch, ingredients, flavour*, flavor*, taste, sauce, risotto, seafood, fish, steak, meat, chicken, lamb, veal, saltimbocca, osso buco, ossobuco, octopus, calamari, mussels, prawns, salad, soup, bread, olive oil, vegetarian, vegan, arancini, aubergine, parmigiana, truffle, mushroom*, burger*, fries, sushi, curry, specials, minestrone, salmon, sea bass, carpaccio, set menu, ${foods}`,
      praise:
        'delicious*, tasty, tastiest, yummy, scrumptious, mouthwatering, mouth watering, flavourful, flavorful, flavoursome, full of flavour|flavor, cooked to perfection, perfectly cooked, beautifully cooked, cooked perfectly, fresh, freshly made, made by hand, depth of flavour|flavor, homemade, home made, well seasoned, tender, juicy, crispy, creamy, melt in your|the mouth, melted in, fluffy, authentic italian, like in italy, like nonna*, well presented, beautifully presented, light as air, licked the plate, just like in italy|rome|naples',
      complaints:
        "bland, tasteless, flavourless, flavorless, overcooked, undercooked, under cooked, over cooked, burnt, burned, raw, soggy, stale, dry, chewy, rubbery, tough, greasy, oily, salty, watery, microwaved, reheated, frozen, not fresh, wasn't fresh, old bread, no flavour, no flavor, no taste, lacked flavour|flavor|seasoning|salt, lacking flavour|flavor, underseasoned, out of a jar|tin|packet, from a jar|tin|packet, wrong order|dish|food|wine|pizza, forgot our|my|the|one|a, forgotten, never arrived, never came, missing from",
    },
    {
      key: 'service.waiting_staff',
      name: 'the service at the table',
      whole: true,
      terms:
        'waiter|waiters, wait staff, waitstaff, busboy|busboys, maitre d, bartending, delivery guy|man|driver|person, waitress*, server|servers, waiting staff, bartender*, barman, sommelier, maître, maitre, front of house',
    },
    {
      key: 'wait.booked',
      name: 'waiting with a booking or for a table',
      praised: 'the table being ready',
      complaints:
        "table was not ready, table wasn't ready, our table was not|still ready|occupied|taken, still occupied, stood at the door|bar, waiting at the door|bar, standing at the door|bar|entrance, stood by the door, waiting by the door, stood waiting",
      praise:
        'table was ready, table ready, our table was waiting|ready, seated on arrival, seated at once, sat down straight, shown straight to, shown to our table straight|right|immediately',
    },
    {
      key: 'wait.kitchen',
      name: 'waiting for food, drinks or the bill',
      praised: 'the pace of the courses',
      terms: 'courses, pace',
      praise: 'well paced, nicely paced, well timed, courses came|arrived quickly|promptly|at',
      complaints:
        'waited|waiting|wait # minutes|hour* for the|our|my mains|main|food|starters|order|drinks|bill|dessert*|dishes|pasta|pizza, took # minutes for the|our|my mains|food|starters|order|drinks|bill, between courses|starters|starter|the, between starter and main, wait for _ food|mains|main|bill|drinks|pasta|order, waiting for _ food|mains|main|bill|drinks|pasta|order|dessert*, waited for _ food|mains|main|bill|drinks|pasta|order, waited _ for the bill, before anyone took, before our food|mains|order|drinks, before we could order, to take our order, nobody took our order, for the bill, for our mains, for our food, for our drinks',
    },
    {
      key: 'booking.reservation',
      name: 'reservations',
      praised: 'the easy reservation',
      whole: true,
      terms: 'table reservation',
      weak: 'our table, table, tables',
      praise: 'got a table straight|right|without|easily, found us a table, reserved online',
      complaints:
        'turned away, refused _ table, no table* available, table _ given away, given our table away, given away our table, rushed us out, needed the table back, time slot, two hour limit, # hour limit',
    },
    {
      key: 'price.level',
      name: 'the prices',
      whole: true,
      complaints:
        '# for a glass|plate|bowl|bottle|pizza|pasta, # for a small glass|plate|bowl|bottle|pizza|pasta, charge for bread, charge for tap water, charged for bread, charged for tap water',
    },
    {
      key: 'cleanliness.tables',
      name: 'tables, plates and cutlery',
      terms: 'cutlery, glasses, glass, tablecloth*, plates, forks, knives',
    },
    {
      key: 'ambience.atmosphere',
      name: 'the atmosphere',
      whole: true,
      terms:
        'room, space, booth|booths, bar scene, scene, rooftop, back room, upstairs, downstairs, high ceilings, exposed brick, lanterns, paintings, waterfront, date spot, date night, night out, hangout, hang out',
    },
    {
      key: 'ambience.terrace',
      name: 'the terrace',
      terms:
        'terrace, courtyard, garden, backyard, canal side, outside tables, outdoor seating, outdoors, patio, sidewalk tables|seating',
    },
  ],
}
