import type { Topic } from '../taxonomy.ts'

/** What is eaten, in the kitchens of the world; singular and plural. Words that mean something else as often are left out. */
export const foods = `
  appetizer|appetizers, entree|entrees|entrée|entrées, tapas, meze|mezze, small plates, sides, side dish|dishes, dumpling|dumplings, noodle|noodles, ramen, udon, soba, pho, pad thai, fried rice, rice, risotto,
  sushi, sashimi, maki, nigiri, tempura, teriyaki, miso, edamame, bento, dim sum, spring roll|rolls, egg roll|rolls, summer roll|rolls, wonton|wontons, bao, bun|buns, dosa|dosas, naan, roti, samosa|samosas, tikka, masala, biryani, korma, vindaloo, tandoori, paneer, dal|dhal, chutney, raita, pakora|pakoras, bhaji|bhajis, poppadom|poppadoms|papadums,
  taco|tacos, burrito|burritos, quesadilla|quesadillas, enchilada|enchiladas, fajita|fajitas, nachos, guacamole, salsa, tortilla|tortillas, mole, ceviche, empanada|empanadas, arepa|arepas, plantain|plantains, maduros, churros, paella, tapenade, jamon, chorizo, gazpacho,
  burger|burgers, hamburger|hamburgers, cheeseburger|cheeseburgers, sandwich|sandwiches, panini|paninis, bagel|bagels, wrap|wraps, hot dog|dogs, sausage|sausages, bacon, ham, ribs, brisket, pulled pork, barbecue, bbq, wings, fries, french fries, chips, onion rings, coleslaw, mac and cheese, mac n cheese, grits, cornbread, gravy, stuffing,
  pancake|pancakes, waffle|waffles, french toast, omelette|omelettes|omelet|omelets, egg|eggs, benedict, hash browns, home fries, granola, porridge, oatmeal, croissant|croissants, muffin|muffins, scone|scones, pastry|pastries, brioche, toast, baguette|baguettes, sourdough, cookie|cookies, brownie|brownies, cupcake|cupcakes, doughnut|doughnuts|donut|donuts, crepe|crepes|crêpe|crêpes, pie|pies, tart|tarts, pudding|puddings, mousse, creme brulee|brûlée, sorbet, souffle|soufflé, custard, trifle, crumble, sundae, milkshake|milkshakes, chocolate, caramel,
  beef, steak|steaks, ribeye, sirloin, filet mignon, fillet|filet, prime rib, porterhouse, meatball|meatballs, meatloaf, pork, pork chop|chops, pork belly, duck, confit, goose, turkey, quail, rabbit, venison, lamb chop|chops|shank, goat, liver, foie gras, pate|pâté, tripe, oxtail, kebab|kebabs, gyro|gyros, souvlaki, shawarma, falafel|falafels, hummus|houmous, pita|pitta, tabbouleh, baba ganoush|ghanoush, tzatziki, moussaka, dolmades, schnitzel, bratwurst, sauerkraut, pierogi|pierogies, goulash, borscht, latkes,
  shrimp|shrimps, prawn|prawns, lobster|lobsters, crab|crabs, crab cake|cakes, oyster|oysters, clam|clams, mussel|mussels, scallop|scallops, squid, eel, tuna, cod, haddock, halibut, snapper, branzino, trout, monkfish, skate, swordfish, tilapia, mahi, sardines, anchovies, caviar, chowder, bisque, fish and chips, fish tacos,
  vegetables|vegetable|veggies|veg, broccoli, spinach, kale, cauliflower, brussels sprouts, asparagus, artichoke|artichokes, beet|beets|beetroot, carrot|carrots, potato|potatoes, mash, mashed potatoes, yams, corn, peas, beans, lentils, tofu, tempeh, seitan, avocado, tomato|tomatoes, onion|onions, garlic, eggplant, zucchini|courgette, peppers, mushroom|mushrooms, olives, caesar, greens, dressing, vinaigrette, croutons,
  cheese|cheeses, mozzarella, ricotta, goat cheese, feta, cheddar, brie, stilton, cream cheese, butter, yoghurt|yogurt, charcuterie, prosciutto, salami, pepperoni, antipasti,
  broth, stew|stews, stock, curry|curries, casserole|casseroles, hotpot, hot pot, stir fry, bibimbap, bulgogi, kimchi, galbi, katsu, tonkatsu, satay, laksa, rendang, nasi goreng, green curry, red curry, tom yum, papaya salad, sticky rice, general tso, kung pao, sesame chicken, orange chicken, peking duck, lo mein, chow mein, chow fun, soup dumplings,
  roast|roasts, roast dinner, sunday roast, yorkshire pudding|puddings, bangers, shepherd's pie, pot pie, cottage pie, ploughman's, full english, black pudding, baked beans, jacket potato,
  tasting menu, prix fixe, pre fixe, set lunch, lunch special|specials, dinner special|specials, daily special|specials, buffet, omakase, degustation, wine pairing|pairings, kids menu, children's menu, menu choices, ingredient, seasoning, spices, spice, garnish, presentation, texture, recipe|recipes, leftovers, doggy bag, takeout, take out, takeaway, cheesecake|cheesecakes, gelato, banoffee, affogato, wagyu, slider|sliders, poutine, crudo, tartare, ravioli, tortellini, fettuccine|fettucini, marinara, alfredo, carpaccio, polenta, calamari, focaccia, slice|slices, topping|toppings, pies`

/** What is drunk. */
export const drinks = `
  martini|martinis, margarita|margaritas, mojito|mojitos, sangria, bellini|bellinis, mimosa|mimosas, bloody mary|marys, old fashioned, manhattan|manhattans, gin, gin and tonic, vodka, whisky|whiskey, bourbon, rum, tequila, sake, soju, lager|lagers, ale|ales, stout, cider|ciders, guinness, draft beer, draught, pint|pints, champagne, bubbly, rose|rosé, pinot|merlot|malbec|rioja|riesling|sauvignon,
  glass of wine|red|white|water, bottle of wine|red|white|water, wine beer drinks list, cocktail menu, cocktail list, tea|teas, pot of tea, latte|lattes, mocha, americano, flat white, hot chocolate, iced tea, iced coffee, lemonade, juice|juices, smoothie|smoothies, soda, coke, tap water, bubble tea, boba, lassi, chai, happy hour, byob`

/** Food and drink where they are sold without being served: bakeries, delicatessens, cafés under another trade. */
export const foodTopic: Topic = {
  key: 'quality.food',
  name: 'the food',
  terms: `food, cake|cakes, bread|breads, loaf|loaves, meat, fish, coffee, ${foods}`,
  praise:
    'delicious*, tasty, tastiest, yummy, scrumptious, mouthwatering, fresh, freshly baked|made, crusty, flaky, moist, homemade, melt in your|the mouth',
  complaints:
    'stale, tasteless, soggy, overcooked, undercooked, out of date, past its date, gone off, mouldy bread|cake, dry cake|bread',
}
