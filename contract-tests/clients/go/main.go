// Lists businesses, reads a list to its end, registers a webhook endpoint and reads an error, with the client that
// oapi-codegen generates into the folder api.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"example.com/reviews/api"
)

func main() {
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-Key", os.Getenv("SVC_API_KEY"))
		return nil
	}
	client, err := api.NewClientWithResponses(os.Getenv("SVC_BASE_URL"), api.WithRequestEditorFn(withKey))
	check(err)
	ctx := context.Background()

	businesses, err := client.ListBusinessesWithResponse(ctx, &api.ListBusinessesParams{})
	check(err)
	if businesses.JSON200 == nil {
		log.Fatalf("listBusinesses returned %s: %s", businesses.Status(), businesses.Body)
	}
	fmt.Println("list", len(businesses.JSON200.Data))

	limit, count := 2, 0
	params := api.ListCompetitorsParams{Limit: &limit}
	for {
		page, err := client.ListCompetitorsWithResponse(ctx, businesses.JSON200.Data[0].Id, &params)
		check(err)
		if page.JSON200 == nil {
			log.Fatalf("listCompetitors returned %s: %s", page.Status(), page.Body)
		}
		count += len(page.JSON200.Data)
		params.Cursor = page.JSON200.Meta.Page.NextCursor
		if params.Cursor == nil {
			break
		}
	}
	fmt.Println("page", count)

	endpoint := api.CreateWebhookRequest{Url: "https://hooks.rosso-trattoria.nl/go"}
	created, err := client.CreateWebhookWithResponse(ctx, &api.CreateWebhookParams{}, endpoint)
	check(err)
	if created.JSON201 == nil {
		log.Fatalf("createWebhook returned %s: %s", created.Status(), created.Body)
	}
	fmt.Println("create", created.JSON201.Data.Id)

	missing, err := client.GetWebhookWithResponse(ctx, os.Getenv("SVC_UNKNOWN_WEBHOOK"))
	check(err)
	if missing.JSON404 == nil {
		log.Fatalf("getWebhook returned %s: %s", missing.Status(), missing.Body)
	}
	fmt.Println("error", missing.JSON404.Error.Code)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
