// The client of the official Go SDK: lists all tools and calls each.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type withKey struct{}

func (withKey) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+os.Args[2])
	return http.DefaultTransport.RoundTrip(request)
}

func main() {
	ctx := context.Background()
	var known map[string]map[string]any
	if err := json.Unmarshal([]byte(os.Args[3]), &known); err != nil {
		log.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "foreign", Version: "1.0.0"}, nil)
	transport := &mcp.StreamableClientTransport{
		Endpoint:   os.Args[1],
		HTTPClient: &http.Client{Transport: withKey{}},
	}
	session, err := client.Connect(ctx, transport, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	count := 0
	for tool, err := range session.Tools(ctx, nil) {
		if err != nil {
			log.Fatal(err)
		}
		args := known[tool.Name]
		if args == nil {
			args = map[string]any{}
		}
		result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args})
		if err != nil || result.IsError || result.StructuredContent == nil {
			log.Fatalf("%s: %v %v", tool.Name, err, result)
		}
		count++
	}
	fmt.Println(count)
}
