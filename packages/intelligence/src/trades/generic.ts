import type { TradePack } from '../taxonomy.ts'

/** What customers of any local business talk about. */
export const generic: TradePack = {
  labels: {},
  topics: [
    {
      key: 'quality.work',
      name: 'the quality of the work',
      whole: true,
      terms: 'quality, workmanship, craftsmanship, end result, result|results, repair|repairs, products, product',
      weak: 'work, job, finish',
      praise: `high|highest|great|good quality, first time right, right first time, done right, fixed it first time, like new, good as new, as good as new, attention to detail, works perfectly, lasted for years,
        made to last, holds up well, solved the problem, problem solved, sorted it, fixed the problem|issue`,
      complaints: `fell apart, fell off, fell out, came off, came apart, came loose, broke|broken after|within|again, broke the|my|a, stopped working, still not working|fixed|right, still doesn't work, doesn't work, didn't work,
        had to go|come|take|bring _ back, had to be redone|repeated, needed redoing, second time, third time, same problem again|came, problem came back, poor|low quality, cheaply made, faulty, defective, damaged, botched,
        worse than before, not fit for purpose, already broken, lasted # days|weeks, redone, half finished, unfinished`,
    },
    {
      key: 'service.staff',
      name: 'the staff',
      whole: true,
      terms: `staff, employee*, team, personnel, crew, owner|owners, manager, management, assistant*, host|hostess, receptionist*, people working, customer service, service, hospitality, reception|desk staff`,
      weak: 'guy, guys, lady, ladies, man, woman, girl, girls, boy, people, folks, they, he, she',
      praise: `friendly, friendliest, gracious*, amiable, charming staff|owner|host|waiter, pleasant staff|service, welcoming, polite*, courteous, helpful*, attentive*, kind, kindly, kindness, professional*, caring, warm welcome, warmly welcomed, welcomed, made us|me feel welcome|at|comfortable|special, felt welcome, feel at home, felt at home, warm hospitality, without being asked, smile, smiling,
        smiles, went out of their way, above and beyond, extra mile, couldn't do enough, could not do enough, nothing was|is too much trouble, looked after, accommodating, approachable, personable, cheerful, hospitable, knew _ name, remembered us|me,
        patient with, patiently, sympathetic, obliging, treated us|me well`,
      complaints: `rude*, snooty, snotty, snobby, surly, nasty, obnoxious, unapologetic, disorganised staff, unprofessional*, unaccommodating, unwelcoming, arrogant, unfriendly, dismissive, ignored, ignore, impolite, disrespectful*, hostile, condescending, patronising, patronizing, indifferent, uninterested, couldn't care less, could not care less, don't care,
        doesn't care, didn't care, not interested in helping, unhelpful, inattentive, rolled _ eyes, shouted at, raised _ voice, snapped at, attitude, made us|me feel unwelcome, felt unwelcome, no smile, had to ask # times, had to ask twice|again|several|repeatedly, never smiled, without a smile,
        not even a hello, no eye contact, abrupt, curt, surly, was|were|is|are|very|so|always|seemed grumpy, grumpy staff|man|woman|lady|girl|guy|waiter|waitress|receptionist|owner|driver|assistant|people|old|behind|at|service, cold shoulder, nobody greeted, nobody came, no one came, talked over, brushed off, forgot to, forgot about, forgot us|me|my|our|her|his, nowhere to be seen|found, stared blankly, stared at us|me, hard to find anyone, ignoring, did not check on, didn't check on, never checked on|in|back, never came back|by|over, never returned, didn't bother,
        did not bother, spilled, spilt, rushed us|me out, rushing us|me, tried to rush, trying to rush, asked us to leave|move|hurry, told us to leave|move|hurry, pushed us out, kicked us out, threw us out, threw the|our|my, we had to leave, before we had|were|even finished, before i had|was finished, weren't even finished,
        had to flag, had to remind, had to beg, reminded _ twice|again, couldn't tell us|me, could not tell us|me, couldn't answer|explain, no idea what, didn't know the|what|anything, did not know the|what|anything, refused to, insisted, argued with, laughed at, lectured, scolded, yelled*, miffed, brusque, pushy waiter*, lazy, clueless, hovering,
        wrong change, kept the change, demanded a tip,  no apology, without an apology, not even an apology|sorry, made me feel like, brushed aside, fobbed off, slammed`,
    },
    {
      key: 'price.level',
      name: 'the prices',
      whole: true,
      terms:
        'price|prices|priced|pricing, price tag, price range, price point, cost|costs, value, value for money, rates, fee|fees, money, budget, dollars, bucks, quid, pounds, euros, discount|discounts, deal|deals, gratuity, tip|tips, wallet',
      praise: `affordable, reasonable price*, reasonably priced, reasonable, fair price*, fairly priced, good|great|excellent value, a lot for the price|money, value for money, great deal, bargain, inexpensive, cheap, cheaper than, good price*, great price*, worth the money|price,
        worth every penny|cent|euro, didn't break the bank, competitive*, money well spent, prices are fair|good|great|reasonable, price was fair|right, honest price*, good for the price|money, not expensive, not overpriced`,
      complaints: `overpriced, over priced, expensive, pricey, pricy, costly, rip off, ripoff, ripped off, extortionate, exorbitant, steep, too expensive|pricey, not worth the money|price, not worth it, poor value, bad value, no value, not cheap,
        prices|price have|has|had gone up|crazy, prices|price went|keep|keeps|kept going|rising|up, prices|price increased|rose|doubled, put _ prices up, gone up in price, price increase*, price hike*, price rise*, getting expensive, hard to justify,
        daylight robbery, arm and a leg, cost a fortune, money grab*, for that price, for this price, for what you get, at these prices, at that price, for that money, much for what`,
    },
    {
      key: 'price.bill',
      name: 'bills and charges',
      praised: 'bills and quotes',
      terms: 'bill, invoice, receipt, quote, quotation, estimate, deposit, payment',
      praise:
        'no hidden fee*|cost*|charge*, no surprises, to the penny|cent, quote was the bill, what was quoted, what they quoted, what i was quoted, under the estimate|quote, price was what they|he|she, exactly as quoted, as quoted, price _ agreed, told _ price|cost upfront|beforehand|before, clear about _ price*|cost*|fees, transparent pric*, upfront about _ cost*|price*|fees, knew what it would cost, cost* explained before',
      complaints: `hidden fee*|cost*|charge*, overcharged, over charged, double charged, charged twice, charged us|me for, charged extra, extra charge*, surprise charge*|bill|fee*|cost*, surcharge*, more than quoted, more than _ quote*, more than _ estimate, twice the quote|estimate, double the quote|estimate, above|over the quote|estimate, bill did not|didn't|doesn't match, not match the quote|estimate, nothing to do with _ quote*, little to do with _ quote*, higher than quoted|expected|agreed|i|we|the, charged #, charged me|us #, charged me|us private*, nobody|never mentioned, no one mentioned,
        wrong bill, mistake on _ bill|invoice, error on _ bill|invoice, bill was wrong, billing, billed twice, billed for, bill came as, unexpected bill|charge*|cost*|fee*|invoice, not told about _ cost*|fee*|charge*, no mention of _ fee*|charge*|cost*, never mentioned _ cost*|fee*|charge*|price,
        nobody mentioned _ fee*|charge*|cost*|price, no one mentioned _ fee*|charge*|cost*, never told _ cost|costs, refused to refund, no refund, refused a refund, wouldn't refund, would not refund, cancellation fee, on the bill that, added to the bill|invoice, crept onto the bill`,
    },
    {
      key: 'wait.waiting',
      name: 'waiting',
      praised: 'the speed',
      whole: true,
      terms: 'wait|waits, waited, waiting time|times, waiting, queue|queues, speed',
      weak: 'line, turnaround',
      praise: `no wait*, no queue, without waiting, without a wait, without any wait, didn't have to wait, did not have to wait, never have to wait, never had to wait, hardly any wait, hardly a wait, barely waited, short wait, minimal wait, seated immediately|straight|right|at|within, served immediately|straight|right,
        seen straight|right away, seen within, seen immediately, quick, quickly, fast, swift*, speedy, prompt*, rapid*, straight away, same day, next day, in no time, in and out, ahead of schedule, finished early, ready early, ready when promised, efficient*, without delay, no delay*, took no time, speedily, instant`,
      complaints: `had to wait, have to wait, made us|me wait, kept us|me waiting, kept waiting, left waiting, still waiting, waited and waited, waited forever, took forever, takes forever, waited an hour, waited over|almost|nearly|more|at|another an|# hour*|minutes|mins|weeks|than|least, waited # hour*|minutes|mins|weeks, wait of # minutes,
        waiting # hour*|minutes|mins|weeks, waiting for # minutes|hour*, # minute wait, # min wait, hour wait, wait _ # minutes, took # hour*|minutes|mins|weeks, took an hour, took over|almost|nearly an|# hour|minutes, takes ages, took ages, waited ages, long wait*, long queue*, long time to, slow, slowly, slowness, sluggish, endless wait*, wait|waits|queue|line|lines was|is|were|are too long, took|takes|take _ too long, waited too long, waiting too long,  wait was|is long|endless,
        understaffed, under staffed, short staffed, delay, delays, delayed, # minutes before, # minutes later, # minutes for, # minutes to, minutes passed, an hour before, half an hour before|for|late|to, an hour for, an hour later, half an hour later, three quarters of an hour, promised for _ ready, not ready when, wasn't ready, took _ weeks, took _ long, flag _ down, flagging _ down, for over|almost|nearly an|# hour*, over an hour, more than an hour, an hour and a half, after # minutes, after an hour, after over an hour, another # minutes, another hour, did not start|begin on|until, did|had not start|started|begun|begin _ until, didn't start|begin _ until, lost a day*, longer than they|promised|planned|agreed|told, not ready on|by|until, days|weeks late|later than`,
    },
    {
      key: 'wait.punctuality',
      name: 'keeping to the time',
      praised: 'the punctuality',
      terms: 'punctuality',
      praise:
        'on time, punctual*, on schedule, on the dot, exactly on time, right on time, bang on time, always on time, runs on time, ran on time, running on time, seen on time, seated on time, ahead of time',
      complaints: `running late, ran late, runs late, always late, # minutes late, min late, mins late, minutes late, hour late, hours late, half an hour late, behind schedule, running behind, ran behind, not on time, never on time, past _ appointment time, past the booked|appointment time, after _ appointment time, past _ slot, late again, overran, over ran`,
    },
    {
      key: 'booking.appointment',
      name: 'getting an appointment',
      praised: 'the easy booking',
      whole: true,
      terms:
        'booking|bookings, reservation|reservations, appointment|appointments, reschedul*, online form, website booking, booking system',
      weak: 'booked, book, reserved, reserve, schedul*, slot',
      praise: `easy to book|reserve|schedule|reschedule, booking|reserving|rescheduling was|is easy|simple|smooth|quick, booked online, book online, online booking, squeezed _ in, fitted _ in, fit us|me in, same day appointment, appointment the same|next day, reminder*, flexible with _ times|appointments, got an appointment within|quickly|straight|the, easily booked, simple to book`,
      complaints: `cancelled on us|me, cancelled my|our, canceled my|our, cancelled at the last, cancelled last minute, lost my|our booking|reservation|appointment, no record of _ booking|reservation|appointment, couldn't find _ booking|reservation|appointment, could not find _ booking|reservation, double booked, overbooked, no appointment* for|until|available, next appointment was|in|is,
        getting an appointment takes forever|weeks|months|ages, takes forever|weeks|months|ages to get an appointment, waiting # weeks|months to get|for, waited # weeks|months to get|for, weeks to get an appointment, weeks for an appointment, impossible to book, impossible to get an, takes forever, hard to book|get an, difficult to book|get, never confirmed, no confirmation, moved my appointment, moved _ appointment # times, appointment was moved|cancelled|changed, rescheduled twice|my|me|us, wrong day, wrong time, gave away our|my, gave our|my table|slot`,
    },
    {
      key: 'cleanliness.premises',
      name: 'cleanliness',
      whole: true,
      terms: 'cleanliness, hygiene, cleaning, housekeeping',
      praise:
        'clean, spotless*, immaculate*, cleanest, cleaned, hygienic, spick and span, pristine, sparkling, very clean, kept clean, sterile',
      complaints: `dirty, filthy, filth, unclean, not clean, wasn't clean, weren't clean, isn't clean, aren't clean, grubby, grimy, grime, dusty, dust, stain, stained, stains, smelly, smelled of|bad, smelt of|bad, stank, stink*, mouldy, mold*, mould, cockroach*, mouse|mice, fruit flies, flies around|in|on, hair in|on|everywhere, unhygienic, sticky,
        could do with a clean*, could use a clean*, needs a clean*, needs cleaning, needed cleaning, needed a clean*, needed a wipe, not wiped, not been wiped|cleaned, hadn't been wiped|cleaned, wasn't wiped, crumbs, greasy fingerprints, fingerprints on, lipstick on, sloppy hygiene, unwashed, overflowing`,
    },
    {
      key: 'cleanliness.toilets',
      name: 'the toilets',
      terms: 'toilet|toilets, restroom*, bathroom|bathrooms, washroom*, loo, loos, ladies, gents',
      complaints: 'no toilet paper, no soap, out of soap, toilet* out of order, blocked toilet, no paper towels',
    },
    {
      key: 'ambience.atmosphere',
      name: 'the atmosphere',
      whole: true,
      terms:
        'atmosphere, ambience, ambiance, ambient, decor, décor, decoration|decorations, interior, vibe|vibes, setting, lighting, lights, candles, candlelight, fireplace, surroundings, mood, crowd, clientele, dining room, design, artwork, walls, garden, patio, terrace, backyard, rooftop, jazz, live music, soundtrack',
      praise:
        'cosy, cozy, warm atmosphere, romantic, inviting, stylish*, intimate, homely, homey, calm, relaxed, relaxing, laid back, low key, peaceful, quiet, tasteful*, lively, buzzing, bustling, vibrant, trendy, hip, chic, quaint, elegant, sexy, funky, authentic, warm and welcoming, calming, soothing, charming, cute, airy, festive, classy, unpretentious',
      complaints:
        'gloomy, dingy, dark and, pretentious, stuffy atmosphere, sterile feel, no atmosphere, soulless, outdated, dated, run down, rundown, shabby, tacky, tired decor, drab, cold feel, chilly atmosphere',
    },
    {
      key: 'ambience.noise',
      name: 'noise and music',
      praised: 'music and sound',
      terms: 'noise, acoustics, music, sound level',
      complaints:
        "noisy, loud, deafening, couldn't hear, could not hear, could hardly hear, can't hear, hard to hear, had to shout, blaring, shouting over, echo*",
    },
    {
      key: 'comfort.facilities',
      name: 'comfort',
      whole: true,
      terms:
        'chair|chairs, seat|seats, seating, sofa, heating, air conditioning, aircon, air con, temperature, wifi, facilities, waiting room, waiting area, equipment, lift, elevator',
      praise:
        'comfortable, comfy, comfort, spacious, roomy, modern, state of the art, up to date, well equipped, wheelchair accessible, plenty of space, coffee while|and',
      complaints:
        "uncomfortable, cramped, freezing, stuffy, draughty, drafty, wobbly, no air con*, no heating, elbow to elbow, squeezed in, squashed, packed in, boiling hot, no space, hard chairs, old fashioned equipment, couldn't fit the|a wheelchair",
    },
    {
      key: 'location.access',
      name: 'location and parking',
      whole: true,
      terms:
        'location, parking, car park, park, neighbourhood, neighborhood, view|views, access, located, street, centre of town, city centre, bus stop, station',
      praise:
        'central, centrally, convenient, conveniently, easy to find|reach, easy parking, free parking, plenty of parking, great spot, lovely spot, close to, walking distance, within walking, around the corner, on the doorstep',
      complaints:
        'hard to find, difficult to find, nowhere to park, no parking, parking is|was impossible, parking impossible, parking nightmare, hard to park, difficult to park, out of the way, badly signposted, no signs, parking fine, expensive parking',
    },
    {
      key: 'communication.explaining',
      name: 'the explanations',
      whole: true,
      terms: 'communication, explanation|explanations, advice, information, communicate*, update|updates, instructions',
      praise: `explained, explains, explain everything|it|what|each|every, explaining, explanation, talked|talks|took|walked me|us through, clear explanation*, listened, listens, listening, answered all|every|my|our, answers all|every, took the time to, takes the time to, took time to, takes time to, informative,
        knowledgeable, knew what they, clear advice, good|great|excellent advice, honest advice, sent photos|pictures, talked us|me through, understood what i|we`,
      complaints: `didn't explain, did not explain, never explained, doesn't explain, nothing was explained, no explanation, nobody explained, no one explained, without explaining, without explanation, without telling, without asking, didn't listen, did not listen, doesn't listen, never listened, not listening, wasn't listening, poor communication, bad communication, lack of communication, no communication,
        terrible communication, never told, not told, nobody told, no one told, wasn't told, weren't told,  conflicting information|advice, contradict*, felt rushed, rushed me|us, left in the dark, mixed up messages, wrong information`,
    },
    {
      key: 'communication.phone',
      name: 'reaching you',
      praised: 'being reachable',
      terms: 'phone, telephone, phone line*, call centre, voicemail|voicemails, answering machine, answerphone',
      weak: 'call, calls, calling, ring',
      praise:
        'answered the phone straight|right|immediately|quickly|first|within|at, picked up straight|right|immediately|first|on|at, easy to reach|contact, easy to get hold of, got through straight|right|first|immediately, always answer, always pick up|answer the phone, always answers|picks',
      complaints: `never answer*, don't answer, doesn't answer, didn't answer, nobody answers|answered|picks|picked, no one answers|answered|picks|picked, nobody|no one ever answers|picks, anyone on the phone, through on the phone is|was, phone is|was never|not answered|picked, not answering, never pick* up, don't pick up, can't get through, cannot get through, couldn't get through, could not get through, impossible to reach|contact, hard to reach, difficult to reach, hard to get hold,
        impossible to get hold|through, difficult to get hold|through, hard to get through, on hold, kept on hold, straight to voicemail, goes to voicemail, went to voicemail, rang out, rings out, rang # times, called # times, called several times, rang several times, phone just rings, phone rings, trying to get through, try to ring, tried calling, tried ringing, called all morning, line is|was engaged|busy, engaged tone, cut off, left # voicemail*|message*, left a voicemail|message and, phone just rang, it just rings, rings and rings`,
    },
    {
      key: 'communication.informing',
      name: 'keeping people informed',
      praise: `kept us|me informed|updated|posted, kept _ up to date, kept in touch, regular|good update*, let me|us know, called|rang|phoned me|us to say|tell|let|explain|ask, called|rang|phoned me|us when|before|twice|as, called|rang before doing|starting, they call|called|rang before,
        text|texts|texted you|me|us, sent me|us a text|message|video, message|messages at every`,
      complaints: `no update*, nobody|no one rang|called|phoned|texted, had to chase, chase|chased|chasing them|it|up|every|for, nobody|no one let me|us know, didn't|did not let me|us know, without letting me|us know, without a word, not a word, no word, no call when|to, didn't|did not text|message|ring|call|phone me|us|when|to, would|they'd text|ring|call _ did not|didn't|never, poor|bad update*, nobody|no one tells|told you|me|us anything|what|when|that, only found out|learnt|learned, only because i rang|called|asked, should ring|call|phone before|first, should have rung|called|phoned|told, could have told|warned me|us, left us|me guessing, tell|tells|told you|me|us nothing`,
    },
    {
      key: 'communication.follow_up',
      name: 'calls and messages',
      terms: 'email|emails, message|messages, text|texts, reply, replies, response, responses, call back, callback',
      praise:
        'replied quickly|within|straight|promptly|same, responded quickly|within|promptly, quick reply|response|replies, called back|me|us within|the, called|rang|phoned me|us back, reply|replies|answered|answer within, follow up call, followed up, checked in, called to check',
      complaints: `never called|rang|phoned|got back, never call|ring back, never call* back, no call back, no one called|rang|got _ back, nobody called|rang|got _ back, didn't call|ring back, did not call back, never replied|responded|answered, no reply, no response, no answer, ignored my|our email*|message*|call*, ignored _ email*|message*, emails unanswered|ignored, still haven't heard, never heard back, heard nothing, not heard back, promised to call|ring, said they would call|ring, waiting for a call|reply|response|answer, not one was returned|answered, not returned, never returned my call*|message*, didn't return my call*|message*, did not return my call*|message*, promised _ call|email`,
    },
    {
      key: 'trust.honesty',
      name: 'honesty',
      whole: true,
      terms: 'honesty, integrity, guarantee, warranty, reputation',
      praise: `honest, honestly told, trustworthy, trust them|him|her, i trust, we trust, can trust, transparent*, genuine*, no pressure, never pushed|push|pushy, not pushy, didn't try to sell, did not try to sell, no upsell*, no upselling, no sales pitch, without pushing, straightforward, upfront, kept _ word, kept _ promise, admitted _ mistake, owned up, they|he|she|who|and|but|then put|made it|things|everything right, quickly|promptly|happily put it|things right, stood by, honoured _ warranty|guarantee|promise, sorted _ free of charge`,
      complaints: `wanted|asked|charged _ to put|fix|redo|correct it|this|that|them, dishonest*, lied, lie, lies, liar*, lying, scam*, con, conned, cheat*, misled, mislead*, misleading, deceptive, deceived, fraud*, pushy, upsell*, upselling, sold me|us things|something, tried to sell|push, kept pushing, pressured, pressure to, unnecessary work|treatment*|repairs, didn't need, did not need, not needed, never needed, wasn't necessary, was not necessary, not necessary, broke _ promise*, broken promise*, blamed us|me, denied, refused to honour|honor|admit|take|help|fix, cowboys, shady, dodgy, fake review*, untrustworthy, don't trust, lost _ trust, take advantage, took advantage`,
    },
    {
      key: 'safety.health',
      name: 'health and safety',
      whole: true,
      terms: 'health and safety, safety, allergy, allergies, allergen*',
      praise:
        'felt safe, feel safe, took _ allergy|allergies seriously, safe hands, took _ allergies seriously, careful with _ allergy|allergies',
      complaints: `food poisoning, poisoned, made me|us|him|her ill|sick, made my _ ill|sick, got sick, fell ill, was ill after, were ill after, sick after, ill after, vomit*, threw up, been sick all|since, sick all night, stomach cramps, diarrhoea, diarrhea, allergic reaction, anaphyla*, ended up in hospital|a&e|er, in hospital, emergency room, ambulance, infection, infected, infectious, got burned|burnt, burned my|her|his, burnt my|her|his, injured, injury, electric shock,
        unsafe, dangerous*, hazard*, fire exit* blocked, slipped on|and, tripped over, glass in, piece of glass, piece of metal, piece of plastic, raw chicken, undercooked chicken, chicken was raw|pink, pink chicken, brakes failed, wheel came off, wheel nuts, gas leak, carbon monoxide, contained nuts, not gluten free, gluten in|despite, mould on _ food|bread, chemical burn*, scalp burn*`,
    },
    {
      key: 'general.overall',
      name: 'the visit as a whole',
      whole: true,
      weak: 'place, experience, visit, visits, business, company, shop, spot, evening, night out, time here, everything, overall, afternoon, restaurant, hotel, salon, garage, practice, clinic, store',
    },
  ],
}
