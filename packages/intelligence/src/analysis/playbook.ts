import type { RecommendationEffort, Trade } from '@generated/contract/enums'
import type { Offer } from '../labels/offers.ts'
import type { Quote } from '../records.ts'

interface Play {
  /** At most 120 characters. */
  title: string
  /** The action, at most 300 characters. It claims nothing that was not measured: numbers belong to the rationale. */
  action: string
  effort: RecommendationEffort
  /** The action where reviews say that one of these is there, which `action` advises. */
  unless?: { offers: readonly Offer[]; action: string }
  /** More specific actions, each for quotes with one of its words; `action` fits any complaint about the subject. */
  fitting?: readonly { words: RegExp; title?: string; action: string }[]
}

/** The facts that choose the wording: reviews say that the offers exist, and the evidence is quoted with the advice. */
export interface PlayFacts {
  offers: ReadonlySet<Offer>
  evidence: readonly Pick<Quote, 'text'>[]
}

/**
 * The action for a problem. Looked up by `trade/topic`, `topic`, `trade/aspect`, `aspect`, in this order.
 * Each action is something an owner can start this month and see in later reviews.
 */
const plays: Record<string, Play> = {
  quality: {
    title: 'Check the work before the customer sees it',
    action:
      'Add one fixed check before work is handed over, and keep a list of every complaint about it with the cause. Go through the list each week and remove the cause that occurs most.',
    effort: 'medium',
  },
  'restaurant/quality': {
    title: 'Bring the kitchen to one standard',
    action:
      'Read the reviews quoted as evidence with the cooks and taste those dishes at the start of every shift. Agree on one plate as the standard, and have each plate checked against it before it leaves the kitchen.',
    effort: 'medium',
  },
  'quality.temperature': {
    title: 'Get plates to the table hot',
    action:
      'Warm the plates and have ready dishes carried out within two minutes by anyone who is free. For a week, note which dishes wait at the pass and why.',
    effort: 'low',
  },
  'quality.portions': {
    title: 'Make portion sizes match what guests expect',
    action:
      'Weigh the dishes that come up in the quoted reviews for a week, agree on one weight for each, offer two sizes where opinions differ, and say on the menu which dishes are small.',
    effort: 'low',
    unless: {
      offers: ['two_sizes'],
      action:
        'Weigh the dishes that come up in the quoted reviews for a week, agree on one weight for each size, and say on the menu how large each size is.',
    },
  },
  'quality.pizza': {
    title: 'Even out the pizza',
    action:
      'Check oven temperature and dough resting time at the start of each service, and agree with the cooks what a pizza that may leave the kitchen looks like.',
    effort: 'low',
  },
  'quality.drinks': {
    title: 'Review the drinks',
    action:
      'Taste the drinks that come up in the quoted reviews, replace those that fail, and check storage temperature and opened bottles before each service.',
    effort: 'low',
  },
  'dentist/quality': {
    title: 'Find out what lies behind the complaints about treatment',
    action:
      'List every treatment that had to be looked at again within a year, with material and dentist, see what they share, and offer a check two weeks after larger treatments.',
    effort: 'medium',
  },
  'garage/quality': {
    title: 'Have every repair checked by a second person',
    action:
      'Add a test drive and a fault-code reading by a second person before hand-over, and record the cause of every car that comes back within a month.',
    effort: 'medium',
  },
  'hotel/quality': {
    title: 'Go through rooms and breakfast with the complaints in hand',
    action:
      'Take the quoted reviews on a walk through the rooms and the breakfast, repair or replace what fails, and repeat the walk on one floor each week.',
    effort: 'high',
  },
  'salon/quality': {
    title: 'Agree on the result before starting',
    action:
      'Look at a picture together and say length and shade in numbers before the first cut or color, and offer a free correction within a week.',
    effort: 'low',
    unless: {
      offers: ['free_correction'],
      action:
        'Look at a picture together and say length and shade in numbers before the first cut or color, and note for a month what had to be corrected and why.',
    },
  },
  'retail/quality': {
    title: 'Follow the complaints about products to their source',
    action:
      'List returned and faulty items by product for a month, talk to the suppliers of the worst three, and take off the shelf what does not get better.',
    effort: 'medium',
  },
  'quality.range': {
    title: 'Keep the basics in stock',
    action:
      'List what customers asked for and did not find, set a minimum stock for the twenty most asked items, and reorder before it is reached.',
    effort: 'medium',
  },
  service: {
    title: 'Settle how customers are met',
    action:
      'Agree with the team on three things that happen every time: a greeting within a minute, an answer before turning to anything else, a goodbye. Discuss one real complaint at each weekly meeting.',
    effort: 'medium',
  },
  'restaurant/service': {
    title: 'Give every table someone who is in charge of it',
    action:
      'Assign tables by name at the start of each shift, greet guests within two minutes, and have the person in charge come back once after the food has arrived.',
    effort: 'medium',
  },
  'garage/service': {
    title: 'Give every customer one person to ask',
    action:
      'Name the person in charge of each car on the job sheet and to the customer, have the phone and the counter answered by someone who can see where each job stands, and go through one real complaint at each weekly meeting.',
    effort: 'low',
  },
  price: {
    title: 'Make the price easier to accept',
    action:
      'Compare the prices of your ten best-sold items with others nearby, explain the dearer ones where the customer decides, and offer one lower-priced choice.',
    effort: 'medium',
  },
  'restaurant/price': {
    title: 'Answer the complaints about price on the menu',
    action:
      'Compare your ten best-selling dishes with others nearby. Where you are dearer, say on the menu what is in the dish or review the price; add one lower-priced set menu, and look at what you charge for extras.',
    effort: 'medium',
    unless: {
      offers: ['set_menu'],
      action:
        'Compare your ten best-selling dishes with others nearby. Where you are dearer, say on the menu what is in the dish or review the price, and look at what you charge for extras.',
    },
  },
  'price.bill': {
    title: 'End surprises on the bill',
    action:
      'Give the full price in writing before work starts, ask again before anything is added, and go through the bill with the customer before taking payment.',
    effort: 'low',
  },
  'dentist/price.bill': {
    title: 'Put the cost in writing before treatment starts',
    action:
      'Hand out a written estimate with the insurance and private parts apart, have it agreed before treatment, stop and ask when something is added, and name the amount before the patient reaches the desk.',
    effort: 'low',
  },
  'garage/price.bill': {
    title: 'Agree every price before the work',
    action:
      'Write every quote down with a ceiling, call before any work above it, and note the time of the call on the invoice.',
    effort: 'low',
  },
  'hotel/price.bill': {
    title: 'Show every charge at booking',
    action:
      'List city tax, parking and deposits in the confirmation mail, and go through the bill at check-out before charging the card.',
    effort: 'low',
  },
  wait: {
    title: 'Shorten the wait',
    action:
      'Add a person in the hour when most people wait, and tell everyone on arrival how long it will take. Note for two weeks how long people wait, to see whether it helps.',
    effort: 'medium',
    fitting: [
      {
        words:
          /\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b|\bweekends?\b|\b(lunch|morning|evening|afternoon)\b|\b\d{1,2} ?[ap]m\b/i,
        action:
          'Add a person at the times that the quoted reviews name, and tell everyone on arrival how long it will take. Say on the website and at the door which hours are quiet.',
      },
    ],
  },
  'restaurant/wait.booked': {
    title: 'Keep tables and bookings on time',
    action:
      'Leave 15 minutes between two bookings of the same table on busy evenings, cap bookings per quarter of an hour, and when things run late tell guests on arrival how long it will be.',
    effort: 'low',
  },
  'restaurant/wait': {
    title: 'Shorten the time until guests are served',
    action:
      'Time the orders for two weeks, find the hour and the step that hold things up, and add a pair of hands there.',
    effort: 'medium',
    fitting: [
      {
        words: /\b(bill|check|pay|paying|paid)\b/i,
        action:
          'Time orders and bills for two weeks, find the hour and the step that hold things up, add a pair of hands there, and take the bill to the table as soon as it is asked for.',
      },
    ],
  },
  'dentist/wait': {
    title: 'Start appointments at the appointed time',
    action:
      'Compare planned and real treatment times for a month, lengthen the slots that overrun, keep one open slot each half-day for emergencies, and text patients when the practice runs late.',
    effort: 'medium',
    unless: {
      offers: ['text_messages'],
      action:
        'Compare planned and real treatment times for a month, lengthen the slots that overrun, keep one open slot each half-day for emergencies, and say at the desk how late the practice runs.',
    },
  },
  'garage/wait': {
    title: 'Promise a hand-over time you can keep',
    action:
      'Order parts before the car comes in, plan one free bay per day for overruns, and call before the promised time whenever the car will be later.',
    effort: 'medium',
  },
  'wait.delivery': {
    title: 'Make delivery dates reliable',
    action:
      'Promise only dates the carrier has kept in the last month, write to the customer the day a parcel falls behind, and compare carriers if that happens often.',
    effort: 'medium',
  },
  'wait.queue': {
    title: 'Shorten the way through the till',
    action:
      'Agree on a queue length at which someone opens the next till, and plan a second person at the till for your busiest hours.',
    effort: 'low',
  },
  booking: {
    title: 'Make booking simple and firm',
    action:
      'Offer online booking with a confirmation by text, keep one list for all channels, and call at least a day ahead whenever you have to move a booking.',
    effort: 'medium',
    unless: {
      offers: ['online_booking', 'text_messages'],
      action:
        'Make a booking of your own once a week, the way a customer would, and remove what stands in the way. Keep one list for all channels, and call at least a day ahead whenever you have to move a booking.',
    },
  },
  'communication.phone': {
    title: 'Be reachable by phone',
    action:
      'Have the phone answered by someone with no other task in the two busiest hours, call back every missed call the same day, and offer online booking so that fewer people need to ring.',
    effort: 'medium',
    unless: {
      offers: ['online_booking'],
      action:
        'Have the phone answered by someone with no other task in the two busiest hours, call back every missed call the same day, and say on the voicemail what can be booked online.',
    },
  },
  'restaurant/booking': {
    title: 'Keep every reservation',
    action:
      'Keep reservations from phone and website in one list, confirm them by text with the time limit, and hold a table for 15 minutes before giving it away.',
    effort: 'low',
    unless: {
      offers: ['text_messages'],
      action:
        'Keep reservations from phone and website in one list, and hold a table for 15 minutes before giving it away.',
    },
  },
  'dentist/booking': {
    title: 'Make appointments easier to get and keep them',
    action:
      'Open part of the diary to online booking, hold two slots a day for urgent cases, and move an appointment only after speaking to the patient.',
    effort: 'medium',
    unless: {
      offers: ['online_booking'],
      action:
        'Hold two slots a day for urgent cases, keep a list of patients who can come at short notice, and move an appointment only after speaking to the patient.',
    },
  },
  'hotel/booking': {
    title: 'Make arriving quick',
    action:
      'Tell housekeeping each morning which rooms arrive first, add a person at the desk in the main arrival hour, and keep the luggage of those who must wait.',
    effort: 'medium',
  },
  cleanliness: {
    title: 'Clean to a schedule',
    action:
      'Draw up a cleaning schedule with times and initials, beginning with what the quoted reviews mention, and have a second person check it once a day.',
    effort: 'low',
    fitting: [
      {
        words: /\b(toilets?|loos?|restrooms?|bathrooms?|washrooms?|ladies|gents|soap)\b/i,
        action:
          'Check the toilets every hour from opening on, with initials on a list: floor, paper, soap and bins. Put everything else that the quoted reviews mention on the same list, and have a second person check it once a day.',
      },
      {
        words: /\b(tables?|trays?|crumbs?|cups?|plates?|glass(es)?)\b/i,
        action:
          'Clear and wipe tables within five minutes after people leave, check cups and plates before they are used, and put what the quoted reviews mention on a cleaning schedule with times and initials.',
      },
    ],
  },
  'cleanliness.toilets': {
    title: 'Check the toilets every hour',
    action:
      'Put the toilets on an hourly round with initials on a list, repair what is broken, and keep soap and paper in reserve there.',
    effort: 'low',
  },
  ambience: {
    title: 'Fix what spoils the room',
    action:
      'Read the quoted reviews, then sit for an hour at the busiest time where your customers sit, and change first what you would complain about yourself.',
    effort: 'medium',
  },
  'ambience.noise': {
    title: 'Bring the noise down',
    action:
      'Measure the sound level at the busiest hour, turn the music down when the room is full, and add sound-absorbing panels or curtains where it is loudest.',
    effort: 'medium',
  },
  comfort: {
    title: 'Make the place more comfortable',
    action:
      'Look at what the quoted reviews name where your customers see it, at the busiest hour, and repair or replace the worst of it this month.',
    effort: 'medium',
    fitting: [
      {
        words: /\b(seats?|seating|chairs?|stools?|bench(es)?|sofas?|armchairs?)\b/i,
        action:
          'Try out the seats that the quoted reviews mention and the others that customers use, and repair or replace the worst of them this month.',
      },
      {
        words: /\b(cold|freezing|hot|heat|heating|stuffy|drau?ghty?|drafty|air.?con\w*|temperature|boiling)\b/i,
        action:
          'Measure the temperature at opening and at the busiest hour where customers sit or stand, and have heating, cooling or doors adjusted.',
      },
      {
        words: /\b(cramped|crowded|squeezed|tight|packed|space|room)\b/i,
        action:
          'Count how many people are there at the busiest hour, give the tightest spots more room, and limit how many come at once.',
      },
    ],
  },
  'comfort.pain': {
    title: 'Make treatment gentler',
    action:
      'Ask before starting whether the anaesthetic works, agree on a hand signal to stop, and ask patients about pain the next day for a month to see where it occurs.',
    effort: 'low',
  },
  'comfort.sleep': {
    title: 'Let guests sleep',
    action:
      'List which rooms the complaints come from, replace worn mattresses there first, seal doors and windows where sound comes in, and give these rooms last.',
    effort: 'high',
  },
  location: {
    title: 'Make arriving easier',
    action: 'Say on the website and in every confirmation how to get there, and take up what the quoted reviews name.',
    effort: 'low',
    fitting: [
      {
        words: /\b(park|parks|parked|parking|car park|ticket|double yellows?|pull in|meter)\b/i,
        title: 'Help customers who come by car',
        action:
          'Say on the website and in every confirmation where customers can stop or park. Ask a neighbor with spaces to share one, and offer to come out to customers who cannot leave the car.',
      },
      {
        words: /\b(find|found|finding|signs?|signposted|lost|directions|entrance|door|hidden)\b/i,
        action:
          'Put directions and a picture of the entrance on the website and into every confirmation, and put up a sign where people turn wrong.',
      },
      {
        words: /\b(stairs?|steps?|wheelchair|lift|elevator|ramp|pram|stroller|buggy)\b/i,
        action:
          'Say on the website and in every confirmation how many steps there are, offer help at the door, and ask what a ramp costs.',
      },
    ],
  },
  communication: {
    title: 'Tell customers what happens and why',
    action:
      'Say before starting what will be done, how long it takes and what it costs, and tell the customer first whenever that changes.',
    effort: 'low',
  },
  'communication.informing': {
    title: 'Tell customers before they have to ask',
    action:
      'Send a short message when work begins, whenever time or cost changes and when it is done, and give one person each day the list of customers who have not heard from you.',
    effort: 'low',
    unless: {
      offers: ['text_messages'],
      action:
        'Write down at which points every customer hears from you (work begins, time or cost changes, work is done), and give one person each day the list of customers who have not heard from you.',
    },
  },
  'communication.replies': {
    title: 'Reply to the reviews that have no reply, the serious ones first',
    action:
      'Reply this week, beginning with what is quoted here, then give one person a fixed hour each week for new reviews. Speak to customers with a serious complaint in person before you reply in public.',
    effort: 'low',
  },
  'communication.replies_to_criticism': {
    title: 'Reply to criticism as you reply to praise',
    action:
      'Reply this week to the reviews with three stars or fewer, beginning with what is quoted here: say what you have changed, and thank the customer. Then reply to every new review within a week.',
    effort: 'low',
  },
  'communication.follow_up': {
    title: 'Answer every message within a working day',
    action:
      'Give one person each day the task to answer messages and call people back, and keep open ones on a list that everybody sees.',
    effort: 'low',
  },
  'dentist/communication': {
    title: 'Explain before treating',
    action:
      'Show the picture, name the options with their cost and say what to expect afterwards before starting, and ask what is still unclear.',
    effort: 'low',
  },
  trust: {
    title: 'Show why something is needed',
    action:
      'Show the customer the reason before recommending anything extra, say what happens without it, and let them decide later without pressure.',
    effort: 'low',
  },
  'trust.returns': {
    title: 'Make returns simple',
    action:
      'Write the return rule in three lines at the till and on the receipt, and let any member of staff decide on small amounts at once.',
    effort: 'low',
  },
  safety: {
    title: 'Look into what customers report about health and safety',
    action:
      'Read the reviews quoted here today, write down what happened and when, check the place or procedure concerned, and answer the customers personally.',
    effort: 'medium',
  },
  'wait.walk_in': {
    title: 'Show who is next',
    action:
      'Give walk-ins a number or a list with an expected time, keep one chair free of bookings in the busiest hours, and let people wait outside and be called.',
    effort: 'low',
  },
  'quality.shave': {
    title: 'Agree on the beard and the shave before starting',
    action:
      'Ask for length, line and skin problems before the first cut, show the result from both sides before the customer pays, and correct it at once where it is uneven.',
    effort: 'low',
  },
  'quality.lashes': {
    title: 'Agree on the look, and check it in daylight',
    action:
      'Look at a picture together before a treatment of lashes, brows or skin, check both sides in daylight before the customer leaves, and note for a month what had to be corrected and why.',
    effort: 'low',
  },
  'service.counter': {
    title: 'Serve the counter in the order of arrival',
    action:
      'Give one person at a time the counter and nothing else, greet everyone who arrives, ask who is next aloud, and add a second person in the two busiest hours.',
    effort: 'low',
  },
  'comfort.seats': {
    title: 'Make seats free up, and make them sit well',
    action:
      'Repair tables and stools that wobble, say in which hours laptops are welcome, and keep some tables for people who come to eat and drink.',
    effort: 'low',
  },
  'comfort.crowding': {
    title: 'Limit classes and busy hours to the room that there is',
    action:
      'Count for two weeks how many people come to each class and hour, set a limit per class that booking enforces, and add a class where the waiting list is longest.',
    effort: 'medium',
  },
  'comfort.equipment': {
    title: 'Repair machines promptly, and close what is not safe',
    action:
      'Check every machine, cable and locker at opening, put the date of the repair on what is out of order, take it out of use at once, and replace what fails most often.',
    effort: 'medium',
  },
  'quality.training': {
    title: 'Watch and correct every member in training',
    action:
      'Ask members for their goal at the start, correct at least one thing for each person in every class, and change the program of each class every month.',
    effort: 'medium',
  },
  'price.membership': {
    title: 'Make memberships easy to understand and to end',
    action:
      'Write price, term and notice on one page, confirm every cancellation the same day with its last payment, and go through all payments that members dispute.',
    effort: 'low',
  },
  'quality.animals': {
    title: 'Agree on the treatment or the cut before the animal stays',
    action:
      'Examine the animal with its owner, write down what will be done and what it costs, call before anything else is done, and show the result at collection.',
    effort: 'low',
  },
  'service.animals': {
    title: 'Handle animals calmly, and show it',
    action:
      'Plan more time for anxious animals, note on the card of each what it is afraid of, let owners watch the first visit, and stop where an animal panics.',
    effort: 'medium',
  },
  'communication.results': {
    title: 'Call owners with results on the promised day',
    action:
      'Promise a day for every result, keep a list of open results that one person goes through each afternoon, and call on that day even if there is no news.',
    effort: 'low',
  },
  'communication.case': {
    title: 'Write to every client about the case once a fortnight',
    action:
      'Send each client a short note every two weeks: what happened, what comes next and by when, also where nothing happened. Name one person to ask.',
    effort: 'low',
  },
  'price.fees': {
    title: 'State fees before they are incurred',
    action:
      'Agree on a fixed fee or a ceiling in writing at the first meeting, say what calls and emails cost, and ask before the ceiling is passed.',
    effort: 'low',
  },
  'quality.advice': {
    title: 'Have documents and deadlines checked by a second person',
    action:
      'Let a second person read every document before it is sent, keep all deadlines in one calendar with a reminder a week ahead, and list every correction with its cause.',
    effort: 'medium',
  },
  'booking.viewing': {
    title: 'Keep every viewing',
    action:
      'Confirm each viewing the day before, call all applicants at once when a home is let or sold, and offer another time whenever you have to move one.',
    effort: 'low',
  },
  'trust.listing': {
    title: 'Make listings match the home',
    action:
      'Walk through each home with its listing in hand, replace photos and measurements that mislead, and take down what is let or sold the same day.',
    effort: 'low',
  },
  'quality.sale': {
    title: 'Explain how each price was found, and what is done to sell',
    action:
      'Show owners three comparable sales with every valuation, write to them each week with viewings and offers, and agree after four weeks on what to change.',
    effort: 'medium',
  },
  'price.commission': {
    title: 'State commission and deductions before anything is signed',
    action:
      'Put commission, fees and what may be deducted from a deposit on one page before signing, and send photos with every deduction.',
    effort: 'low',
  },
  'booking.visit': {
    title: 'Keep every visit, or call the day before',
    action:
      'Confirm the time of each visit the evening before, call as soon as one slips, and give customers whose visit was missed the first time of the next day.',
    effort: 'low',
  },
  'quality.workmanship': {
    title: 'Test the work before leaving, and return where it fails',
    action:
      'Test every repair with the customer before leaving, take a picture of it, return free of charge within a week where it fails, and list the causes of return visits.',
    effort: 'medium',
  },
  'cleanliness.mess': {
    title: 'Leave the home as clean as it was',
    action:
      'Take sheets, bags and a vacuum cleaner to every visit, plan ten minutes for cleaning at the end, and walk through the rooms with the customer.',
    effort: 'low',
  },
  'alert.health_safety': {
    title: 'Look into a report about health or safety now',
    action:
      'Speak to the customer in person today. Ask the staff who were there what happened, and check the tool, product or place concerned before anybody uses it again. Tell customers yourself if something goes wrong.',
    effort: 'medium',
  },
  'alert.discrimination': {
    title: 'Look into a report of discrimination now',
    action:
      'Read the reviews quoted here today, hear everybody who was there, offer the customer a conversation with the person in charge, and do not answer in public before that.',
    effort: 'medium',
  },
  'alert.minors': {
    title: 'Look into a report about the safety of a child now',
    action:
      'Read the reviews quoted here today, find out who was there, stop what put the child at risk, speak to the parents in person, and inform the authority in charge where the law requires it.',
    effort: 'medium',
  },
  'alert.threat': {
    title: 'Look into a report of violence or threats now',
    action:
      'Read the reviews quoted here today, hear everybody who was there, keep camera recordings, protect staff and customers from meeting the person again, and call the police where somebody is in danger.',
    effort: 'medium',
  },
  'alert.harassment': {
    title: 'Look into a report of harassment now',
    action:
      'Read the reviews quoted here today, hear both sides separately, keep the person away from customers until that is done, and offer the customer a conversation with the person in charge.',
    effort: 'medium',
  },
  'alert.hygiene': {
    title: 'Look into a report about hygiene now',
    action:
      'Clean, replace or throw away today what the quoted reviews name, write down what was done, and speak to the customers in person.',
    effort: 'low',
  },
  'alert.wrong_charge': {
    title: 'Look into a report of money taken wrongly now',
    action:
      'Read the reviews quoted here today, compare the booking or bill with what was charged, return what was not owed, and tell the customer in person what you found.',
    effort: 'low',
  },
  'alert.legal_threat': {
    title: 'Deal with an announced legal step now',
    action:
      'Read the reviews quoted here today, collect the documents of the case, let one person speak for the business, and take advice before answering in public.',
    effort: 'medium',
  },
}

/**
 * The play for a problem; `topic` is null when the problem has no single topic. It advises nothing that reviews say is
 * there, and of several actions the first that half of the quotes speak for.
 */
export function playFor(
  trade: Trade,
  aspect: string,
  topic: string | null,
  { offers, evidence }: PlayFacts,
): Pick<Play, 'title' | 'action' | 'effort'> {
  const keys = topic ? [`${trade}/${topic}`, topic, `${trade}/${aspect}`, aspect] : [`${trade}/${aspect}`, aspect]
  for (const key of keys) {
    const play = plays[key]
    if (!play) continue
    const { unless, fitting = [], effort } = play
    const usual = unless?.offers.some((offer) => offers.has(offer)) ? unless.action : play.action
    const specific = fittingPlay(fitting, evidence)
    return { title: specific?.title ?? play.title, action: specific?.action ?? usual, effort }
  }
  throw new Error(`No play for ${trade}/${topic ?? aspect}`)
}

/** The first action with a word in at least half of the quotes. */
function fittingPlay<T extends { words: RegExp }>(
  fitting: readonly T[],
  evidence: PlayFacts['evidence'],
): T | undefined {
  return fitting.find(({ words }) => {
    const quotes = evidence.filter(({ text }) => words.test(text)).length
    return quotes > 0 && quotes * 2 >= evidence.length
  })
}
